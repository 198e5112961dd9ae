import { setTimeout as pause } from 'node:timers/promises';
import type { FaultSource } from './fault.ts';

const DISK_FULL = 'disk full';

/** No room is left for uploads and pictures. */
export const diskFaults: FaultSource = ({ disk }) => {
  const { fill } = disk;
  if (fill === null) {
    return { faults: [], missing: { [DISK_FULL]: 'this user may not mount a small file system: run it as root' } };
  }
  return {
    faults: [
      {
        kind: DISK_FULL,
        weight: 3,
        part: 'disk',
        async happen(random) {
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
