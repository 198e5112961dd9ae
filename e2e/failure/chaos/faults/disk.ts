import { setTimeout as pause } from 'node:timers/promises';
import type { FaultSource } from './fault.ts';

const DISK_FULL = 'disk full';

/** The disk for uploads and pictures is full. */
export const diskFaults: FaultSource = ({ disk, s3 }) => {
  if (s3 !== null) return { faults: [], skipped: { [DISK_FULL]: 'the files are in an object store' } };
  const { fill } = disk;
  if (fill === null) {
    return { faults: [], skipped: { [DISK_FULL]: 'mounting a small file system requires root on Linux' } };
  }
  return {
    faults: [
      {
        kind: DISK_FULL,
        weight: 3,
        part: 'disk',
        async inject(random) {
          const milliseconds = random.integer(500, 4000);
          try {
            await fill();
            await pause(milliseconds);
          } finally {
            await disk.clear();
          }
        },
      },
    ],
  };
};
