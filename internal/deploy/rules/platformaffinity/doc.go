/*
Package platformaffinity defines the rule platformaffinity.

# Rule platformaffinity

platformaffinity: the hosting platform has sessions of its own

Some platforms route on Mcp-Session-Id and start an instance for each session. A server that keeps state in its process seems to work there.
The session is the platform's: it ends when the platform says so, and a client of 2026-07-28 starts none.

## Flagged

  - Amazon Bedrock AgentCore Runtime with the protocol MCP, in the starter toolkit's file, in Terraform and in CloudFormation.

The severity is low, and medium when the code keeps state in the process.

## Not flagged

  - AgentCore with another protocol.

## Rewrite

Nothing in the file: keep the platform's session out of the program's correctness. Move what spans calls into a shared store, under a handle that a
tool returns and takes.

## Limits

  - Other platforms that do the same are not known yet.
*/
package platformaffinity
