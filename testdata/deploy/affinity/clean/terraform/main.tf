variable "sticky" {
  default = false
}
resource "aws_lb_target_group" "mcp" {
  name = "mcp"
  stickiness {
    type    = "lb_cookie"
    enabled = var.sticky
  }
}
resource "aws_lb_target_group" "dashboard" {
  name = "dashboard"
  stickiness {
    type = "lb_cookie"
  }
}
resource "google_compute_backend_service" "mcp" {
  session_affinity = "NONE"
}
# resource "azurerm_linux_web_app" "mcp" { client_affinity_enabled = true }
