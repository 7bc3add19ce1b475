resource "aws_bedrockagentcore_agent_runtime" "chat" {
  protocol_configuration {
    server_protocol = "HTTP"
  }
}
