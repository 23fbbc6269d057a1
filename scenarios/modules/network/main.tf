terraform {
  required_version = ">= 1.4"
}

resource "terraform_data" "network" {
  input = {
    name = var.name
    cidr = var.cidr
    tags = var.tags
  }
}

module "subnet" {
  source   = "./modules/subnet"
  for_each = { for index, zone in var.zones : zone => cidrsubnet(var.cidr, 8, index) }

  network = terraform_data.network.id
  zone    = each.key
  cidr    = each.value
}
