// The service worker: it keeps the app's files, so that the app opens without a network.

/** version and files are what web/build puts before this script. */
declare const version: string;
declare const files: string[];

// The types of the page know no service worker.
interface Extendable extends Event {
	waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Extendable {
	request: Request;
	respondWith(answer: Promise<Response>): void;
}

const mine = `settle ${location.pathname} `; // other apps of the same origin keep files, too
const kept = mine + version;

addEventListener("install", (event) => (event as Extendable).waitUntil(caches.open(kept).then((cache) => cache.addAll(files))));
addEventListener("activate", (event) => (event as Extendable).waitUntil(clean()));
addEventListener("fetch", (event) => {
	const { request } = event as Fetching;
	if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
	(event as Fetching).respondWith(answer(request));
});

async function clean(): Promise<void> {
	const old = (await caches.keys()).filter((name) => name.startsWith(mine) && name !== kept);
	await Promise.all(old.map((name) => caches.delete(name)));
}

/** answer is what is kept of names that say what is in a file; anything else is asked for first. */
async function answer(request: Request): Promise<Response> {
	const held = () => caches.match(request, { ignoreSearch: true });
	if (/-[0-9a-f]{12}\./.test(request.url)) return (await held()) ?? fetch(request);
	try {
		return await fetch(request);
	} catch (failure) {
		const found = await held();
		if (found) return found;
		throw failure;
	}
}
