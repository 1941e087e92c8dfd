// Package browsertest tests the pages that the program writes, and the program in a
// page, in a real browser.
//
// Each test opens a page as a reader does, from disk or from a server on this machine, and
// asks the browser for its content. Any error, console message, breach of the content
// security policy, dialogue or request to another host fails the test.
//
// The browser is $CHROMIUM, or the first of chromium, chromium-browser and
// google-chrome on the PATH. Without a browser all tests are skipped; with one, only quick
// tests run. BROWSER_TESTS=demand, as in make test-web, runs all and fails without a
// browser; BROWSER_TESTS=skip runs none.
//
// These tests compare numbers on pages with the output of the commands. Other packages test
// whether the numbers are right.
package browsertest
