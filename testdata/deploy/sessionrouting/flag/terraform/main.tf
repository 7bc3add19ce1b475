resource "aws_lb_listener_rule" "old" {
  condition {
    http_header {
      http_header_name = "Mcp-Session-Id" # want: sessionrouting
      values           = ["*"]
    }
  }
}
resource "cloudflare_load_balancer" "shop" {
  session_affinity = "header" # want: sessionrouting
  session_affinity_attributes {
    headers = ["Mcp-Session-Id"]
  }
}
resource "google_compute_backend_service" "shop" {
  session_affinity = "HEADER_FIELD" # want: sessionrouting
  consistent_hash {
    http_header_name = "Mcp-Session-Id"
  }
}
