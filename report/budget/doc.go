// Package budget shows what it takes to tell models apart: plans, known gaps, policies, the next step.
package budget
