import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, FaultSource } from './fault.ts';

/** The object store crashes and restarts, or stops responding. */
export const objectStoreFaults: FaultSource = ({ s3 }) => {
  if (s3 === null) return { faults: [], skipped: { 'kill -9 of the object store': 'the files are on a disk' } };
  const faults: Fault[] = [
    {
      kind: 'kill -9 of the object store',
      weight: 3,
      part: 'object store',
      async inject(random) {
        const downtime = random.integer(100, 3000);
        await s3.kill();
        await pause(downtime);
        await s3.start();
      },
    },
    {
      kind: 'object store frozen',
      weight: 2,
      part: 'object store',
      async inject(random) {
        const milliseconds = random.integer(500, 7000);
        s3.freeze();
        await pause(milliseconds);
        s3.thaw();
      },
    },
  ];
  return { faults };
};
