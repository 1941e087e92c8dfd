// Package browsertest tests web pages in a real browser: the pages that the program writes, and
// the app, in which the program itself runs in a page.
//
// Each test opens a page from disk or from a server on this machine, as a reader does, and asks
// the browser for the page's content. A test fails on any error, console message, breach of the
// content security policy, dialogue, or request to another host.
//
// The browser is $CHROMIUM, or the first of chromium, chromium-browser and google-chrome that is
// found in PATH. Without a browser, all tests are skipped; with a browser, only quick tests run.
// With BROWSER_TESTS=demand, which make test-web sets, all tests run and fail without a browser.
// With BROWSER_TESTS=skip, no test runs.
//
// These tests compare the numbers on pages with the output of commands. Other packages test
// whether the numbers are right.
package browsertest
