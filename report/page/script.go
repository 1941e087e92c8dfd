package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strings"
)

// The interactive layer: what a page does more where scripts run. It is a script of the
// page's own, which its content security policy names by its digest, so that no other
// one runs.
//
//go:embed page.js
var layer string

// The map of questions and models, behind it.
//
//go:embed grid.js
var gridLayer string

// The content of the element script. Pages nest as XML does, where scripts hold no "<".
var script = "//<![CDATA[\n" + layer + gridLayer + "//]]>\n"

// scriptDigest is the digest as the policy has it.
func scriptDigest() template.HTMLAttr {
	sum := sha256.Sum256([]byte(script))
	return template.HTMLAttr("'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
}

func init() {
	if strings.Contains(layer+gridLayer, "</script") || strings.Contains(layer+gridLayer, "]]>") {
		panic("page: the script ends its element")
	}
}
