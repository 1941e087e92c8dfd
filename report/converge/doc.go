// Package converge shows when rankings settle.
package converge
