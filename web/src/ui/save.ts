// Downloads.

/** save starts the download of a file. */
export function save(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
	const url = URL.createObjectURL(new Blob([content], { type }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
