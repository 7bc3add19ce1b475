package kustomize

import (
	"slices"
	"strings"
	"sync"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// A nameSpec are fields that hold the name of an object of some kind, or a map with its name and its namespace.
type nameSpec struct {
	target fieldSpec // without a path
	fields []fieldSpec
}

// podReferences are the fields of pods that name other objects. A star stands for containers and initContainers.
const podReferences = `
	ConfigMap volumes/configMap/name
	ConfigMap volumes/projected/sources/configMap/name
	ConfigMap */env/valueFrom/configMapKeyRef/name
	ConfigMap */envFrom/configMapRef/name
	Secret volumes/secret/secretName
	Secret volumes/projected/sources/secret/name
	Secret */env/valueFrom/secretKeyRef/name
	Secret */envFrom/secretRef/name
	Secret imagePullSecrets/name
	ServiceAccount serviceAccountName
	PersistentVolumeClaim volumes/persistentVolumeClaim/claimName
	PriorityClass priorityClassName`

// pods are the places of pods in workloads.
var pods = map[string]string{
	"Pod": "spec/", "PodTemplate": "template/spec/", "Deployment": "spec/template/spec/", "ReplicaSet": "spec/template/spec/", "DaemonSet": "spec/template/spec/",
	"StatefulSet": "spec/template/spec/", "Job": "spec/template/spec/", "ReplicationController": "spec/template/spec/", "CronJob": "spec/jobTemplate/spec/template/spec/",
}

// otherReferences are the fields of other objects: what is named, by which kind, where.
const otherReferences = `
	Deployment HorizontalPodAutoscaler spec/scaleTargetRef/name
	ReplicationController HorizontalPodAutoscaler spec/scaleTargetRef/name
	ReplicaSet HorizontalPodAutoscaler spec/scaleTargetRef/name
	StatefulSet HorizontalPodAutoscaler spec/scaleTargetRef/name
	ConfigMap Node spec/configSource/configMap
	ConfigMap Role rules/resourceNames
	ConfigMap ClusterRole rules/resourceNames
	ConfigMap Ingress metadata/annotations/nginx.ingress.kubernetes.io\/fastcgi-params-configmap
	Secret Ingress spec/tls/secretName
	Secret Ingress metadata/annotations/ingress.kubernetes.io\/auth-secret
	Secret Ingress metadata/annotations/nginx.ingress.kubernetes.io\/auth-secret
	Secret Ingress metadata/annotations/nginx.ingress.kubernetes.io\/auth-tls-secret
	Secret ServiceAccount imagePullSecrets/name
	Secret StorageClass parameters/secretName
	Secret StorageClass parameters/adminSecretName
	Secret StorageClass parameters/userSecretName
	Secret StorageClass parameters/secretRef
	Secret Role rules/resourceNames
	Secret ClusterRole rules/resourceNames
	Secret PersistentVolume spec/azureFile/secretName
	Service StatefulSet spec/serviceName
	Service Ingress spec/rules/http/paths/backend/serviceName
	Service Ingress spec/backend/serviceName
	Service Ingress spec/rules/http/paths/backend/service/name
	Service Ingress spec/defaultBackend/service/name
	Service APIService spec/service/name
	Service ValidatingWebhookConfiguration webhooks/clientConfig/service
	Service MutatingWebhookConfiguration webhooks/clientConfig/service
	Role RoleBinding roleRef/name
	ClusterRole RoleBinding roleRef/name
	ClusterRole ClusterRoleBinding roleRef/name
	ServiceAccount RoleBinding subjects
	ServiceAccount ClusterRoleBinding subjects
	PersistentVolume PersistentVolumeClaim spec/volumeName
	PersistentVolume ClusterRole rules/resourceNames
	StorageClass PersistentVolume spec/storageClassName
	StorageClass PersistentVolumeClaim spec/storageClassName
	StorageClass StatefulSet spec/volumeClaimTemplates/spec/storageClassName
	ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding spec/policyName`

// references are the fields in which Kustomize keeps names up to date by itself.
var references = sync.OnceValue(func() []nameSpec {
	byKind := map[string]*nameSpec{}
	var order []string
	add := func(target, kind, path string) {
		n := byKind[target]
		if n == nil {
			n = &nameSpec{target: fieldSpec{kind: target}}
			byKind[target] = n
			order = append(order, target)
		}
		n.fields = append(n.fields, fieldSpec{kind: kind, path: split(path, "/")})
	}
	for line := range strings.Lines(podReferences) {
		f := strings.Fields(line)
		for kind, pod := range pods {
			if len(f) < 2 {
				continue
			}
			for _, containers := range []string{"containers", "initContainers"} {
				add(f[0], kind, pod+strings.Replace(f[1], "*", containers, 1))
				if !strings.HasPrefix(f[1], "*") {
					break
				}
			}
		}
	}
	for line := range strings.Lines(otherReferences) {
		if f := strings.Fields(line); len(f) == 3 {
			add(f[0], f[1], f[2])
		}
	}
	// Knative's Service is no Service of Kubernetes; only the names of secrets are looked for in it.
	byKind["Secret"].fields = append(byKind["Secret"].fields, fieldSpec{kind: "Service", group: "serving.knative.dev", version: "v1", path: split("spec/template/spec/containers/env/valueFrom/secretKeyRef/name", "/")})
	var out []nameSpec
	for _, kind := range order {
		out = append(out, *byKind[kind])
	}
	return out
})

// references brings names of objects that were renamed up to date wherever Kustomize does, and in the fields that are configured for it.
func (b *builder) references(s *stock) {
	renamed := map[string][]*object{} // by kind and name that they once had
	for _, o := range s.objects {
		seen := map[string]bool{}
		for _, was := range o.was {
			key := was.kind + " " + was.name
			if !seen[key] {
				seen[key] = true
				renamed[key] = append(renamed[key], o)
			}
		}
	}
	if len(renamed) == 0 {
		return
	}
	for _, o := range s.objects {
		for _, r := range slices.Concat(references(), s.config.names) {
			for _, f := range r.fields {
				f.visit(o, nil, func(n *tree.Node) {
					for _, e := range append([]*tree.Node{n}, n.Items()...) {
						r.update(o, e, renamed)
					}
				})
			}
		}
	}
}

// update brings one name up to date.
func (r nameSpec) update(from *object, n *tree.Node, renamed map[string][]*object) {
	name, space := n, (*tree.Node)(nil)
	if n.Kind == tree.Map {
		name, space = n.Get("name"), n.Get("namespace")
	}
	if name == nil || name.Kind != tree.Scalar {
		return
	}
	var list []*object
	for _, o := range renamed[r.target.kind+" "+name.Value] {
		if r.target.about(o) && r.reachable(from, o) && (space == nil || o.first().space == space.Value || o.space() == space.Value) {
			list = append(list, o)
		}
	}
	to := nearest(from, list)
	if to == nil {
		return
	}
	name.Value = to.name()
	if n.Kind == tree.Map && to.space() != "" {
		n.Set("namespace", to.node.Get("metadata", "namespace").Clone())
	}
}

// reachable reports whether one object can mean another by its name: it is in the same namespace or in none, and of the kind that a role's reference says.
func (r nameSpec) reachable(from, to *object) bool {
	if role := from.node.Get("roleRef"); role != nil && strings.HasSuffix(r.target.kind, "Role") && role.Str("kind") != to.kind() {
		return false
	}
	return from.clusterWide() || to.clusterWide() || to.kind() == "ServiceAccount" || effective(from.space(), from) == effective(to.space(), to)
}

// nearest is the object that a name means: of several, one that was given the same prefixes and suffixes as the one that names it.
func nearest(from *object, list []*object) *object {
	var best *object
	score := -1
	for _, o := range list {
		if s := common(from.around, o.around); s > score {
			best, score = o, s
		}
	}
	return best
}

// common is the number of equal elements, counted from the innermost.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if slices.Equal(a, b) {
		n++
	}
	return n
}
