variable "name" {
  type        = string
  description = "Name of the bucket."
}

variable "public" {
  type        = bool
  description = "Whether anybody may read it."
  default     = false
}

resource "terraform_data" "bucket" {
  input = {
    name   = var.name
    public = var.public
  }
}

output "bucket_id" {
  description = "Id of the bucket."
  value       = terraform_data.bucket.id
}
