/** A browser reads the file only after the click, and late where it first asks where to put it: its address stays until then. */
const READ_WITHIN_MS = 60_000;

/** Has the browser save a file, as a link with `download` would. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
