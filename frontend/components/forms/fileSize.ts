import { MEGABYTE } from '#contract/catalogue/picture-limits.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';

const KILOBYTE = 1024;

/** Formats a file size: "70 bytes", "12.3 kB", "4.0 MB". */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE / 10) return m.forms.bytes({ count: bytes });
  if (bytes < MEGABYTE) return `${formatNumber(bytes / KILOBYTE, 1)} kB`;
  return `${formatNumber(bytes / MEGABYTE, 1)} MB`;
}
