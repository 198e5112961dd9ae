import { readFile } from 'node:fs/promises';

/** A process's resident memory in MB, now and at its peak; null where there is no /proc. */
export async function memoryOf(pid: number): Promise<{ current: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [current, peak] = ['VmRSS', 'VmHWM'].map(
    (name) => new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1],
  );
  return current === undefined || peak === undefined
    ? null
    : { current: Number(current) / 1024, peak: Number(peak) / 1024 };
}
