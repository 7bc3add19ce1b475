resource "aws_lb" "mcp" {
  idle_timeout = 30 # want: routingheaders
}
