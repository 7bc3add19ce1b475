package html

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Itoa is for tests.
var Itoa = itoa

// Contrasts returns the contrast of text and background for each theme of the style sheet.
func Contrasts() map[string]map[string]float64 {
	blocks := regexp.MustCompile(`(?s):root[^{]*\{([^}]*)\}`).FindAllStringSubmatch(styleSource, -1)
	variable := regexp.MustCompile(`--([\w-]+):\s*(#[0-9a-f]{3,6})`)
	out := map[string]map[string]float64{}
	for i, block := range blocks {
		colours := map[string]float64{}
		for _, m := range variable.FindAllStringSubmatch(block[1], -1) {
			colours[m[1]] = luminance(m[2])
		}
		if len(colours) == 0 {
			continue
		}
		pairs := map[string]float64{}
		check := func(ink, ground string) {
			a, b := colours[ink], colours[ground]
			pairs[ink+" on "+ground] = (math.Max(a, b) + 0.05) / (math.Min(a, b) + 0.05)
		}
		for _, ground := range []string{"bg", "panel", "soft", "code"} {
			for _, ink := range []string{"ink", "muted", "accent"} {
				check(ink, ground)
			}
		}
		for _, s := range []string{"blocker", "high", "medium", "low", "info"} {
			check(s, s+"-bg")
			check(s, "panel")
			check("ink", s+"-bg")
		}
		for _, ink := range []string{"ink", "keyword", "string", "comment", "num"} {
			check(ink, "code")
			check(ink, "hit")
		}
		check("add-ink", "add")
		check("del-ink", "del")
		out["theme "+strconv.Itoa(i)] = pairs
	}
	return out
}

// luminance is the relative luminance of a colour, as WCAG defines it.
func luminance(hex string) float64 {
	hex = strings.TrimPrefix(hex, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	channel := func(s string) float64 {
		n, err := strconv.ParseUint(s, 16, 8)
		if err != nil {
			panic(err)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(hex[0:2]) + 0.7152*channel(hex[2:4]) + 0.0722*channel(hex[4:6])
}
