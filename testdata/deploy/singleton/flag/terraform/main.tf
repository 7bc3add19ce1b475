resource "google_cloud_run_v2_service" "notes" {
  name = "notes-mcp"
  template {
    scaling {
      max_instance_count = 1 # want: singleton
    }
    containers {
      image = "example/notes-mcp"
    }
  }
}
resource "kubernetes_deployment" "notes" {
  metadata { name = "notes-mcp" }
  spec {
    replicas = 1
    strategy {
      type = "Recreate" # want: singleton
    }
    template {
      spec {
        container {
          name  = "s"
          image = "example/notes-mcp"
        }
      }
    }
  }
}
resource "azapi_resource" "notes" {
  type = "Microsoft.App/containerApps@2025-01-01"
  name = "notes-mcp"
  body = {
    properties = {
      template = {
        containers = [{
          name  = "notes-mcp"
          image = "example/notes-mcp"
        }]
        scale = {
          minReplicas = 1
          maxReplicas = 1 # want: singleton
        }
      }
    }
  }
}
