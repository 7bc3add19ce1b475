variable "sticky" {
  default = true
}

resource "aws_lb_target_group" "mcp" {
  name     = "orders-mcp"
  port     = 8080
  protocol = "HTTP"

  stickiness { # want: affinity
    type    = "lb_cookie"
    enabled = var.sticky
  }
}

resource "google_compute_backend_service" "mcp" {
  name             = "orders-mcp"
  session_affinity = "CLIENT_IP" # want: affinity
}

resource "azurerm_linux_web_app" "mcp" {
  name                    = "orders-mcp"
  client_affinity_enabled = true # want: affinity
}

resource "cloudflare_load_balancer" "mcp" {
  name             = "mcp.example.com"
  session_affinity = "cookie" # want: affinity
}

resource "kubernetes_service" "mcp" {
  metadata {
    name = "orders-mcp"
  }
  spec {
    session_affinity = "ClientIP" # want: affinity
  }
}

resource "google_cloud_run_v2_service" "mcp" {
  name = "orders-mcp"
  template {
    session_affinity = true # want: affinity
    containers {
      image = "example/orders-mcp"
    }
  }
}

resource "digitalocean_loadbalancer" "mcp" {
  name = "mcp"
  sticky_sessions { # want: affinity
    type        = "cookies"
    cookie_name = "lb"
  }
}
