package discover

import (
	"bytes"
	"path"
	"strings"
)

// A Sniffer tells the format of a file from its first bytes.
type Sniffer func(head []byte) Format

// ByName tells the format that a file's name stands for, and how to find out where the name alone does not tell.
func ByName(base string) (Format, Sniffer) {
	lower := strings.ToLower(base)
	ext := path.Ext(lower)
	switch {
	case isDocker(lower):
		return Dockerfile, nil
	case lower == "procfile" || strings.HasPrefix(lower, "procfile."):
		return Procfile, nil
	case lower == "caddyfile" || strings.HasPrefix(lower, "caddyfile.") || ext == ".caddyfile":
		return Caddy, nil
	case lower == ".env" || strings.HasPrefix(lower, ".env.") || ext == ".env":
		return Dotenv, nil
	case lower == "kustomization" || lower == "kustomization.yaml" || lower == "kustomization.yml":
		return Kustomization, nil // whatever manifests its patches quote
	}
	switch ext {
	case ".yaml", ".yml":
		return yamlByName(strings.TrimSuffix(lower, ext)), sniffYAML
	case ".json":
		return None, sniffJSON
	case ".tf", ".tofu":
		return Terraform, nil
	case ".toml":
		if strings.HasPrefix(lower, "fly.") || strings.HasPrefix(lower, "fly-") {
			return Fly, nil
		}
		return None, sniffTOML
	case ".service":
		return Systemd, has(Systemd, "[Service]")
	case ".cfg":
		return None, sniffHAProxy
	case ".conf", ".nginx", ".template", ".tmpl":
		return None, sniffConf
	}
	return None, nil
}

func isDocker(lower string) bool {
	for _, name := range []string{"dockerfile", "containerfile"} {
		if rest, ok := strings.CutPrefix(lower, name); ok && (rest == "" || strings.ContainsRune(".-_", rune(rest[0]))) && path.Ext(lower) != ".dockerignore" {
			return true
		}
		if strings.HasSuffix(lower, "."+name) {
			return true
		}
	}
	return false
}

func yamlByName(stem string) Format {
	switch {
	case stem == ".bedrock_agentcore":
		return AgentCore
	case strings.HasPrefix(stem, "docker-compose") || stem == "compose" || strings.HasPrefix(stem, "compose.") || strings.HasPrefix(stem, "compose-") || strings.HasPrefix(stem, "docker-stack"):
		return Compose
	}
	return None
}

func has(f Format, words ...string) Sniffer {
	return func(head []byte) Format {
		for _, w := range words {
			if !bytes.Contains(head, []byte(w)) {
				return None
			}
		}
		return f
	}
}

// line reports whether a line of the text begins with a word.
func line(head []byte, word string) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte(word)) || bytes.Contains(head, []byte("\n"+word))
}

func sniffYAML(head []byte) Format {
	contains := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	switch {
	case contains("kustomize.config.k8s.io"):
		return Kustomization
	case contains("AWSTemplateFormatVersion") || contains("AWS::Serverless") || contains("Type: AWS::") || contains("Type: 'AWS::"):
		return CloudFormation
	case contains("apiVersion") && contains("kind"):
		return Kubernetes
	case contains("type.googleapis.com/envoy") || line(head, "static_resources:"):
		return Envoy
	case line(head, "services:") && (contains("\n    image:") || contains("\n    build:")):
		return Compose
	case line(head, "http:") && (contains("routers:") || contains("middlewares:") || contains("loadBalancer:")):
		return Traefik
	case line(head, "entryPoints:"):
		return Traefik
	case contains("bedrock_agentcore:"):
		return AgentCore
	case line(head, "runtime:") && (contains("network:") || contains("scaling:") || contains("env: flex")):
		return AppEngine
	case contains("stickySessions:") || contains("Microsoft.App/containerApps"):
		return ContainerApp
	}
	return None
}

func sniffJSON(head []byte) Format {
	contains := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	switch {
	case contains(`"AWSTemplateFormatVersion"`) || contains(`"AWS::`):
		return CloudFormation
	case contains(`"containerDefinitions"`):
		return ECS
	case bytes.Contains(head[:min(len(head), 1024)], []byte(`"apiVersion"`)) && contains(`"kind"`):
		return Kubernetes // named at the top, as objects are written; anything may quote one further down
	case contains("type.googleapis.com/envoy"):
		return Envoy
	}
	return None
}

func sniffTOML(head []byte) Format {
	switch {
	case line(head, "[http.routers") || line(head, "[http.services") || line(head, "[http.middlewares") || line(head, "[entryPoints"):
		return TraefikTOML
	case line(head, "primary_region") && (line(head, "[http_service]") || line(head, "[[services]]")):
		return Fly
	}
	return None
}

func sniffHAProxy(head []byte) Format {
	if (line(head, "frontend ") || line(head, "listen ")) && (bytes.Contains(head, []byte("bind ")) || line(head, "backend ")) || line(head, "backend ") && bytes.Contains(head, []byte("server ")) {
		return HAProxy
	}
	return None
}

func sniffConf(head []byte) Format {
	contains := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	if (contains("proxy_pass ") || contains("grpc_pass ") || line(head, "upstream ")) && contains("{") && contains(";") {
		return Nginx
	}
	return sniffHAProxy(head)
}
