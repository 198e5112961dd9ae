/** Files of spreadsheet programs, by their first bytes. */

/** ZIP, which .xlsx, .numbers and .ods files are, and the format of .xls files. */
const BINARY_FORMATS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The encoding of a text by its first bytes: Excel's "Unicode Text" is UTF-16. Null for a file that is no text. */
export function textEncoding(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const begins = (signature: number[]) => signature.every((byte, place) => start[place] === byte);
  if (BINARY_FORMATS.some(begins)) return null;
  if (begins([0xff, 0xfe])) return 'utf-16le';
  return begins([0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
}
