package cli

// Edits is the number of characters to insert, delete or replace that turn a
// into b (Levenshtein's distance).
func Edits(a, b string) int {
	to := []rune(b)
	row := make([]int, len(to)+1) // of the beginning of a and each of b
	for j := range row {
		row[j] = j
	}
	for i, r := range []rune(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
