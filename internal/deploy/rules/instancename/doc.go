/*
Package instancename defines the rule instancename.

# Rule instancename

instancename: the name of the instance becomes the name of the server

The name that a server gives in its information, the audience of its tokens and the prefix of its keys must be the same on every replica. A
manifest that fills them from the pod's name, the host's name or the number of the instance makes each replica a server of its own.

## Flagged

  - variables for the server's name, audience, issuer or key prefix that come from metadata.name, the pod's address, the node, the host's name, a
    Swarm task, a Fly machine or systemd's specifiers;
  - flags for them in a command that take such a variable;
  - any such variable that the code, by the audit, makes the server's name of.

## Not flagged

  - POD_NAME and the like by themselves: leader election, logs and metrics need them;
  - names for telemetry.

## Rewrite

A constant. Before:

	env:
	  - name: MCP_SERVER_NAME
	    valueFrom:
	      fieldRef:
	        fieldPath: metadata.name

After:

	env:
	  - name: MCP_SERVER_NAME
	    value: orders

## Limits

  - A name that is made in an entry point script is seen only where it stands in the file itself.
*/
package instancename
