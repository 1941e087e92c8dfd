// Package audit shows what package study/audit found.
package audit
