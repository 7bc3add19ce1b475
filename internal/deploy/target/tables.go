package target

// otherImages are programs that are deployed beside a server and are none themselves, by the last element of the image's name.
var otherImages = []string{
	"redis", "valkey", "keydb", "dragonfly", "redis-stack", "redis-stack-server", "memcached",
	"postgres", "postgresql", "pgvector", "timescaledb", "mysql", "mysql-server", "mssql", "mssql-server", "azure-sql-edge", "mariadb", "mongo", "mongodb", "cockroach", "clickhouse", "clickhouse-server",
	"elasticsearch", "opensearch", "qdrant", "weaviate", "milvus", "neo4j", "influxdb", "cassandra", "couchdb", "etcd",
	"nats", "rabbitmq", "kafka", "cp-kafka", "zookeeper", "minio", "localstack", "pulsar",
	"nginx", "nginx-unprivileged", "traefik", "envoy", "haproxy", "caddy", "kong", "varnish",
	"grafana", "prometheus", "alertmanager", "loki", "promtail", "tempo", "jaeger", "all-in-one", "opentelemetry-collector", "opentelemetry-collector-contrib", "node-exporter", "cadvisor",
	"keycloak", "dex", "oauth2-proxy", "openfga", "cloud-sql-proxy", "thanos", "hydra", "kratos", "zitadel", "authelia", "vault", "consul",
	"busybox", "curl", "adminer", "pgadmin4", "mailhog", "mailpit", "watchtower", "portainer", "ollama", "open-webui", "cloudflared", "pgbouncer", "migrate",
}

// otherWords in the name of a workload or a service say that it is something beside the server.
var otherWords = []string{
	"web", "ui", "webui", "frontend", "dashboard", "console", "admin", "docs", "site", "landing",
	"redis", "valkey", "mssql", "postgres", "postgresql", "mysql", "mariadb", "mongo", "mongodb", "db", "database", "minio", "kafka", "rabbitmq", "nats", "elasticsearch",
	"grafana", "prometheus", "loki", "tempo", "jaeger", "otel", "exporter", "keycloak", "dex", "vault", "migrate", "migration", "migrations", "mock", "test", "webhook", "cron", "backup", "controller", "operator",
	"client", "clients", "inspector", "benchmark", "loadtest",
}

// otherLanguages in a name say that something beside a Go module is written in another language.
var otherLanguages = []string{"python", "py", "node", "nodejs", "typescript", "ts", "java", "kotlin", "rust", "dotnet", "csharp", "ruby", "php"}
