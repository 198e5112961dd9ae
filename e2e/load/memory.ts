import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** Milliseconds between two looks at the children of a process, which may live only for a moment. */
const LOOK = 20;

/** Watches the memory of a process's children, in MB, until `stop`. Needs Linux. */
export function watchChildren(pid: number) {
  let peak = 0;
  let now = new Map<number, number>();
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null);
      // The process has ended.
      if (text === null) return;
      const ids = text.split(' ').filter(Boolean).map(Number);
      const memory = await Promise.all(ids.map(async (id) => [id, await memoryOf(id)] as const));
      now = new Map(memory.map(([id, each]) => [id, each?.current ?? 0]));
      peak = Math.max(peak, ...memory.map(([, each]) => each?.peak ?? 0));
      await sleep(LOOK);
    }
  };
  void watch();
  return {
    /** The most that one of them has taken. */
    peak: () => peak,
    /** The id of one that takes more than this now. */
    find: (megabytes: number) => [...now].find(([, current]) => current > megabytes)?.[0],
    stop() {
      isOver = true;
    },
  };
}
