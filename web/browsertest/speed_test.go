package browsertest_test

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// stopwatch notes when the first picture of a page is there, when the first answer of a
// thousand replicates is drawn, and which tasks keep the page from answering its reader.
const stopwatch = `(() => {
	window.times = { first: 0, thousand: 0, tasks: [] };
	new PerformanceObserver(list => times.tasks.push(...list.getEntries().map(e => [e.startTime, e.duration]))).observe({ type: "longtask", buffered: true });
	const look = () => {
		if (!times.first && [...document.querySelectorAll("main svg")].some(e => e.checkVisibility() && e.querySelector("path, circle, rect, line"))) times.first = performance.now();
		if (times.first && times.thousand) return;
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})()`

// BenchmarkApp opens the app at Fig. 2 of the paper, thirteen metrics on the paper's
// coins, and reports seconds from the beginning of loading to the first picture and to
// that of 1000 replicates, and the longest task of the main thread until then in
// milliseconds. A second tab of the same browser finds the compiled program no faster: it
// shares no storage with the first.
func BenchmarkApp(b *testing.B) {
	needApp(b)
	var first, thousand, longest []float64
	for b.Loop() {
		p := open(b, needApp(b), view{})
		for _, source := range []string{recorder, stopwatch} {
			command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		}
		p.visit("#coins?more=paper")
		p.until("1000 replicates are drawn", `asked.some(r => r.answer && r.args[1] === "curves" && r.args.includes("1000") && r.args.includes("--replicates"))`)
		p.rest()
		var times struct {
			First, Thousand float64
			Tasks           [][2]float64
		}
		p.eval(`({ ...times, thousand: asked.find(r => r.answer && r.args[1] === "curves" && r.args[r.args.indexOf("--replicates") + 1] === "1000").ended })`, &times)
		first, thousand = append(first, times.First/1000), append(thousand, times.Thousand/1000)
		b.Logf("long tasks, when and how long in ms: %.0f", times.Tasks)
		most := 0.0
		for _, task := range times.Tasks {
			most = max(most, task[1])
		}
		longest = append(longest, most)
		p.close()
	}
	b.ReportMetric(median(first), "s-to-first-picture")
	b.ReportMetric(median(thousand), "s-to-1000-replicates")
	b.ReportMetric(median(longest), "ms-longest-task")
	b.ReportMetric(0, "ns/op")
	b.Logf("first picture %.2f s, 1000 replicates %.2f s, longest task %.0f ms", first, thousand, longest)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
