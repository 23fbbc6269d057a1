variable "network" {
  type        = string
  description = "Id of the network it belongs to."
}

variable "zone" {
  type        = string
  description = "Zone it lies in."
}

variable "cidr" {
  type        = string
  description = "Addresses of the subnet."
}

resource "terraform_data" "subnet" {
  input = {
    network = var.network
    zone    = var.zone
    cidr    = var.cidr
  }
}

output "subnet_id" {
  description = "Id of the subnet."
  value       = terraform_data.subnet.id
}
