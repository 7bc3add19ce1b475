resource "aws_lb_target_group" "mcp" {
  health_check {
    path    = "/mcp"
    matcher = "200-499"
  }
}
resource "aws_lb" "mcp" {
  idle_timeout = 4000
}
