// Package web is the app: Settle in a browser.
//
// Begin with [Files].
//
// It believes that a page that computes should be the program itself: cmd/settle is
// compiled to WebAssembly for WASI and runs in a worker, once for each thing that a
// screen asks, over a folder in memory that holds what the reader opened. So a screen is
// a command line with sliders, every number is one that this command prints, and no file
// leaves the browser.
//
//   - src is the app in TypeScript: engine runs the program, chart shows what that draws,
//     ui has the controls, screens are what a reader sees;
//   - vendor holds the packages of npm that it is made of, each with its licence; renew.sh
//     fetches them, building does not;
//   - build makes the files, with Go alone;
//   - browsertest tries them, and the pages of package page, in a real browser.
//
// Nothing that is built is committed: `make web` puts the files into out/web, which any
// static server can offer, and `make build` into the program, by the build tag web.
package web
