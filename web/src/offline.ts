// The service worker. It caches the files of the app, so that the app opens without a network.

/** web/build writes the values of version and files before this script. */
declare const version: string;
declare const files: string[];

// The DOM types lack service workers.
interface Extendable extends Event {
	waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Extendable {
	request: Request;
	respondWith(answer: Promise<Response>): void;
}

const mine = `settle ${location.pathname} `; // other apps of the same origin have caches, too
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

/** answer returns the cached file if its name contains a hash. Other files come from the network, or else from the cache. */
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
