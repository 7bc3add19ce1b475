resource "aws_bedrockagentcore_agent_runtime" "orders" {
  agent_runtime_name = "orders"
  protocol_configuration {
    server_protocol = "MCP" # want: platformaffinity
  }
}
