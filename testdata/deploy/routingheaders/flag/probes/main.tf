resource "aws_lb_target_group" "mcp" {
  health_check {
    path = "/mcp" # want: routingheaders
  }
}
resource "google_compute_health_check" "mcp" {
  http_health_check {
    request_path = "/mcp" # want: routingheaders
  }
}
