resource "aws_lb_target_group" "mcp" {
  name = "orders-mcp"

  # one client, one instance
  stickiness { # want: affinity
    type = "lb_cookie"
  }

  tags = { team = "shop" }
}

resource "google_compute_backend_service" "mcp" {
  name             = "orders-mcp"
  session_affinity = "GENERATED_COOKIE" # want: affinity
  protocol         = "HTTP"
}
