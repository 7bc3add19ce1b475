/*
Package affinity defines the rule affinity.

# Rule affinity

affinity: requests of one client are sent to one instance

Sticky sessions make a server with state in its process look as if it could scale. They fail when many clients share one address, when an
instance restarts, and when the number of instances changes; clients of 2026-07-28 owe the server no cookie, no connection and no address.
The state in the code and the stickiness in the files are one finding: with the code beside the files, the card says which state the setting
hides.

## Flagged

  - Kubernetes: sessionAffinity: ClientIP; annotations of ingress-nginx, NGINX, Traefik, HAProxy, AWS and Azure controllers; session
    persistence of the Gateway API; policies of Envoy Gateway, Istio, Contour, Kong and GKE; Traefik's resources; Cloud Run;
  - nginx: ip_hash, hash of an address, a cookie or a header, sticky; HAProxy: balance source, stick on, cookie; Caddy: lb_policy;
    Traefik: sticky cookies in files and labels; Envoy: hash_policy, stateful_session;
  - Terraform, OpenTofu, CloudFormation: stickiness and session affinity of the load balancers of AWS, Google, Azure, Cloudflare and others;
  - Go code that creates Services with ClientIP affinity, as operators do, in structs of any type and in objects without one;
  - App Engine and Azure Container Apps.

The severity is high when the code keeps state in the process, low when the audit finds none, and medium when the files are checked alone.

## Not flagged

  - pods that are scheduled near to each other: that affinity is another one;
  - pinning of something else than the MCP server: a console, a database, a login;
  - templates and values that are off by default, and what is commented out;
  - stick tables of HAProxy that count requests.

## Rewrite

The setting is removed, as a diff, when the audit of the code leaves no blocker and nothing of severity high that lives in the process.
Otherwise the card names what must go first. Before:

	spec:
	  type: ClusterIP
	  sessionAffinity: ClientIP
	  ports:
	    - port: 8080

After:

	spec:
	  type: ClusterIP
	  ports:
	    - port: 8080

## Limits

  - Which workload is the MCP server is decided by build, image, command, path and name. Where nothing tells, the finding is shown with
    --min-confidence possible only.
  - Pinning in a cloud's console is in no file.
*/
package affinity
