import { MEGABYTE } from '#contract/uploads.ts';

const KILOBYTE = 1024;

/** Formats a file size: "70 bytes", "12.3 kB", "4.0 MB". */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE / 10) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const inMegabytes = bytes >= MEGABYTE;
  const number = (bytes / (inMegabytes ? MEGABYTE : KILOBYTE)).toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return `${number} ${inMegabytes ? 'MB' : 'kB'}`;
}
