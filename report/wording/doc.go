// Package wording provides the phrases and lists that reports share.
package wording
