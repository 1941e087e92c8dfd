// Package wording provides phrases and lists that several reports use.
package wording
