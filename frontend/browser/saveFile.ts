/** Browsers read the file after the click, later still if they ask where to save it: keep its URL alive until then. */
const READ_WITHIN_MS = 60_000;

/** Saves a file as a browser download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
