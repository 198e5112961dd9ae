import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Fault, FaultSource } from './fault.ts';

type Webhooks = { drop?: boolean; duplicate?: number; delay?: number; reorder?: boolean };
type Api = { status500Rate?: number; timeoutAfterCommit?: boolean; latency?: number };

/** The payment provider's API and its webhooks fail. */
export const providerFaults: FaultSource = ({ setProviderFaults }) => {
  // The provider takes one setting for both kinds of faults, which start and end independently.
  const current: { webhooks: Webhooks; api: Api } = { webhooks: {}, api: {} };

  const webhooks = (kind: string, draw: (random: Random) => Webhooks): Fault => ({
    kind: `webhooks ${kind}`,
    weight: 2,
    part: 'webhooks',
    async inject(random) {
      const milliseconds = random.integer(500, 5000);
      current.webhooks = draw(random);
      await setProviderFaults(current);
      await pause(milliseconds);
      current.webhooks = {};
      await setProviderFaults(current);
    },
  });
  const api = (kind: string, draw: (random: Random) => Api): Fault => ({
    kind: `provider ${kind}`,
    weight: 2,
    part: 'provider',
    async inject(random) {
      const milliseconds = random.integer(500, 5000);
      current.api = draw(random);
      await setProviderFaults(current);
      await pause(milliseconds);
      current.api = {};
      await setProviderFaults(current);
    },
  });

  return {
    faults: [
      webhooks('dropped', () => ({ drop: true })),
      webhooks('sent twice or more', (random) => ({ duplicate: random.integer(1, 4) })),
      webhooks('late', (random) => ({ delay: random.integer(500, 5000) })),
      webhooks('out of order', () => ({ reorder: true })),
      api('commits without a response', () => ({ timeoutAfterCommit: true })),
      api('returns 500', (random) => ({ status500Rate: random.pick([0.3, 0.6, 1]) })),
      api('slow', (random) => ({ latency: random.integer(200, 3000) })),
    ],
  };
};
