// Package bakeoff shows how methods did on models whose chances are known, one field of coins or many.
package bakeoff
