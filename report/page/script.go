package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strings"
)

// layer is the script that makes a page interactive. The content security policy of the
// page allows only embedded scripts, by their hash.
//
//go:embed page.js
var layer string

// gridLayer is the script that draws the map of questions and models. It must come
// after the script in layer.
//
//go:embed grid.js
var gridLayer string

// script is the JavaScript of the page. The CDATA markers keep it valid in XML, where a
// script could otherwise contain no "<".
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
