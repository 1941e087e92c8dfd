package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strings"
)

// layer is a script that adds interaction to a page. The content security policy of the
// page allows only embedded scripts, by their hash.
//
//go:embed page.js
var layer string

// gridLayer is a script that adds the map of questions and models. It must follow
// layer.
//
//go:embed grid.js
var gridLayer string

// script is the content of the page's element script. It is valid in XML, where scripts
// hold no "<".
var script = "//<![CDATA[\n" + layer + gridLayer + "//]]>\n"

// scriptDigest returns the hash of the script for the content security policy.
func scriptDigest() template.HTMLAttr {
	sum := sha256.Sum256([]byte(script))
	return template.HTMLAttr("'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
}

func init() {
	if strings.Contains(layer+gridLayer, "</script") || strings.Contains(layer+gridLayer, "]]>") {
		panic("page: the script contains an end tag that would close its element")
	}
}
