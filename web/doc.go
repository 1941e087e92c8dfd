// Package web holds the app, which runs Settle in a browser.
//
// Call [Files].
//
// The app runs the program itself: cmd/settle is compiled to WebAssembly for WASI and runs in a
// worker. It runs once per question of a screen, over a folder in memory with the files that the
// reader opened. So every screen stands for a command line, this command prints every number,
// and no file leaves the browser.
//
//   - src is the app in TypeScript: engine runs the program, chart shows its drawings, ui has
//     the controls, and screens holds the screens;
//   - vendor holds the npm packages that the app uses, each with its licence; renew.sh fetches
//     them, and builds do not;
//   - build makes the files and needs only Go;
//   - browsertest tests them, and the pages of package page, in a real browser.
//
// Built files are not committed. `make web` writes them to out/web, which any static server can
// serve. `make build` embeds them into the program by the build tag web.
package web
