package read

import (
	"strconv"
	"strings"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// sessionHeader is the header of the removed protocol session.
const sessionHeader = "mcp-session-id"

func isSessionHeader(name string) bool {
	return strings.EqualFold(strings.ReplaceAll(name, "_", "-"), sessionHeader)
}

// seconds reads a duration as proxies write it: "30", "30s", "1m", "500ms", "1m30s". Zero is no limit, or no duration.
func seconds(s string) int {
	s = strings.ToLower(strings.TrimSpace(strings.Trim(s, `"'`)))
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	if d, err := time.ParseDuration(strings.ReplaceAll(s, " ", "")); err == nil {
		return int(d.Seconds())
	}
	if n, err := strconv.Atoi(strings.TrimSuffix(s, "d")); err == nil && strings.HasSuffix(s, "d") {
		return n * 24 * 3600
	}
	return 0
}

// variableKey says what a variable of nginx stands for.
func variableKey(v string) (fact.By, string) {
	v = strings.Trim(v, `"'`)
	switch {
	case strings.Contains(v, "$http_mcp_session_id"):
		return fact.ByHeader, sessionHeader
	case strings.HasPrefix(v, "$http_"):
		return fact.ByHeader, strings.ReplaceAll(strings.TrimPrefix(v, "$http_"), "_", "-")
	case strings.HasPrefix(v, "${http_"):
		return fact.ByHeader, strings.ReplaceAll(strings.Trim(v, "${}")[len("http_"):], "_", "-")
	case strings.HasPrefix(v, "$cookie_"):
		return fact.ByCookie, ""
	case strings.HasPrefix(v, "$arg_"):
		return fact.ByQuery, strings.TrimPrefix(v, "$arg_")
	case strings.Contains(v, "$request_body"):
		return fact.ByBody, ""
	case strings.Contains(v, "remote_addr"), strings.Contains(v, "$realip"), strings.Contains(v, "$proxy_protocol_addr"):
		return fact.ByClient, ""
	}
	return "", ""
}
