// Package browsertest tests the pages that the program writes, and the program in a
// page, in a real browser.
//
// It believes that a page is what a browser shows of it: so each test opens one as a
// reader does, from disk or from a server on this machine, and asks the browser what is
// there. Every page is watched while a test looks at it: an error, a message on the
// console, a breach of its content security policy, a dialogue or a request that leaves
// the page fails the test, whatever it tests.
//
// The browser is $CHROMIUM, or the first of chromium, chromium-browser and
// google-chrome on the PATH. Where there is none the tests are skipped, and where there is
// one those run that are quick. BROWSER_TESTS=demand, as in make test-web, runs all and
// fails without a browser; BROWSER_TESTS=skip runs none.
//
// It leaves to the tests of other packages which numbers are right: a number on a page
// is right here if it is the command's.
package browsertest
