import { setTimeout as pause } from 'node:timers/promises';
import type { FaultSource } from './fault.ts';

/** The mail server is away, slow, or lost after it has taken a mail. */
export const mailFaults: FaultSource = ({ mailNetwork }) => ({
  faults: [
    {
      kind: 'mail server away',
      weight: 2,
      part: 'mail',
      async happen(random) {
        const milliseconds = random.integer(500, 4000);
        mailNetwork.cut();
        await pause(milliseconds);
        mailNetwork.restore();
      },
    },
    {
      kind: 'mail server frozen',
      weight: 1,
      part: 'mail',
      async happen(random) {
        const milliseconds = random.integer(500, 4000);
        mailNetwork.freeze();
        await pause(milliseconds);
        mailNetwork.restore();
      },
    },
    {
      kind: 'mail server cut in mid-delivery',
      weight: 2,
      part: 'mail',
      async happen(random) {
        const milliseconds = random.integer(500, 3000);
        mailNetwork.cutInMidDelivery(true);
        await pause(milliseconds);
        mailNetwork.cutInMidDelivery(false);
      },
    },
  ],
});
