resource "aws_apigatewayv2_api" "mcp" {
  name = "orders"
  cors_configuration {
    allow_headers = ["content-type", "authorization"] # want: routingheaders
  }
}
