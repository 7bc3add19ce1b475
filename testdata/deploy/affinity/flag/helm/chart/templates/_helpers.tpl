{{- define "pantry.labels" -}}
app: {{ .Release.Name }}
part-of: kitchen
{{- end -}}
