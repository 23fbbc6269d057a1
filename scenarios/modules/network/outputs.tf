output "network_id" {
  description = "Id of the network."
  value       = terraform_data.network.id
}

output "subnet_ids" {
  description = "Ids of the subnets by zone."
  value       = { for zone, subnet in module.subnet : zone => subnet.subnet_id }
}
