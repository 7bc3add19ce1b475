resource "aws_ecs_task_definition" "s" {
  family = "s"
  container_definitions = jsonencode([{
    name  = "s"
    image = "x"
    environment = [
      { name = "MCPGODEBUG", value = "disablecompleteparamsvalidation=1" }, # want: debugenv
    ]
  }])
}
resource "google_cloud_run_v2_service" "s" {
  template {
    containers {
      image = "x"
      env {
        name  = "MCPGODEBUG"
        value = "nomethodnotfoundcodeinerror=1" # want: debugenv
      }
    }
  }
}
