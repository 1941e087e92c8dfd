// Package bootstrap shows agreement with gold and scores as trials are added.
package bootstrap
