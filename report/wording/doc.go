// Package wording holds the words and lists that reports share.
package wording
