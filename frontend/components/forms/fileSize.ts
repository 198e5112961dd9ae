import { counted } from '#contract/numbers.ts';
import { MEGABYTE } from '#contract/pictures.ts';
import { nouns } from '../../texts/nouns.ts';

const KILOBYTE = 1024;

/** Formats a file size: "70 bytes", "12.3 kB", "4.0 MB". */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE / 10) return counted(bytes, nouns.byte);
  const inMegabytes = bytes >= MEGABYTE;
  const number = (bytes / (inMegabytes ? MEGABYTE : KILOBYTE)).toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `${number} ${inMegabytes ? 'MB' : 'kB'}`;
}
