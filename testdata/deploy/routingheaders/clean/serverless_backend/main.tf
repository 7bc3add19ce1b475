resource "google_compute_region_network_endpoint_group" "tools" {
  name                  = "orders-mcp"
  region                = "europe-west1"
  network_endpoint_type = "SERVERLESS"
  cloud_run {
    service = "orders-mcp"
  }
}

# The timeout is that of the service behind it, whatever stands here.
resource "google_compute_backend_service" "tools" {
  name        = "orders-mcp"
  timeout_sec = 30
  backend {
    group = google_compute_region_network_endpoint_group.tools.id
  }
}
