// Package web holds the app, which runs Settle in a browser.
//
// Call [Files].
//
// The app runs the program itself: cmd/settle, compiled to WebAssembly for WASI, runs in a worker.
// A screen of the app asks a question, and the program runs once per question. It sees a folder in
// memory with the files that the reader opened. Every screen therefore corresponds to a command
// line that prints the same numbers, and no file leaves the browser.
//
//   - src is the app in TypeScript: engine runs the program, chart shows its drawings, ui contains
//     the controls, and screens contains the screens;
//   - vendor contains the npm packages that the app uses, each with its licence; renew.sh fetches
//     them, and builds do not;
//   - build makes the files of the app and needs only Go;
//   - browsertest tests the app, and the pages of package page, in a real browser.
//
// Built files are not committed. `make web` writes them to out/web, which any static server can
// serve. `make build` embeds them into the program by the build tag web.
package web
