import { setTimeout as pause } from 'node:timers/promises';
import type { FaultSource } from './fault.ts';

/** The mail server is down or frozen, or its confirmations are lost. */
export const mailFaults: FaultSource = ({ mailNetwork }) => ({
  faults: [
    {
      kind: 'mail server down',
      weight: 2,
      part: 'mail',
      async inject(random) {
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
      async inject(random) {
        const milliseconds = random.integer(500, 4000);
        mailNetwork.freeze();
        await pause(milliseconds);
        mailNetwork.restore();
      },
    },
    {
      kind: 'mail confirmations dropped',
      weight: 2,
      part: 'mail',
      async inject(random) {
        const milliseconds = random.integer(500, 3000);
        mailNetwork.dropConfirmations(true);
        await pause(milliseconds);
        mailNetwork.dropConfirmations(false);
      },
    },
  ],
});
