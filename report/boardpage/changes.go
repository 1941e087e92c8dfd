package boardpage

import "settle/report/page"

// changes adds the section that compares the results with older results, if this
// comparison was computed.
func (s *setting) changes() {
	c := s.Changes
	if c == nil {
		s.absent(Changes)
		return
	}
	t := c.Table()
	s.add(page.Text(t.Lead))
	t.Lead = "" // already added above
	s.figure("changes", s.leadingOf(c.Figure()))
	s.add(page.Details{Summary: "The same as a table", Blocks: []page.Block{s.shorter(s.tableOf(t), Changes)}})
	s.add(s.download("CSV of all changes", "changes-list", c.Report("csv")))
}
