variable "name" {
  type        = string
  description = "Name of the network."
}

variable "cidr" {
  type        = string
  description = "Addresses of the network."
  default     = "10.0.0.0/16"
}

variable "zones" {
  type        = list(string)
  description = "Zones that get a subnet each."
  default     = ["a", "b"]
}

variable "tags" {
  type        = map(string)
  description = "Tags of the network."
  default     = {}
}
