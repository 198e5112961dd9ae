import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkProxy } from '../../../../testing/proxy.ts';
import type { Fault, FaultSource } from './fault.ts';

/** The network between one process of the shop and what it stands on. */
export const networkFaults: FaultSource = ({ apis, workers }) => {
  const faults: Fault[] = [];
  for (const { berth, postgres, redis } of [...apis, ...workers]) {
    faults.push(...troubles('PostgreSQL', `${berth.name} to PostgreSQL`, postgres, 1));
    // Only the workers use it.
    if (redis !== null && workers.some((worker) => worker.berth === berth)) {
      faults.push(...troubles('Redis', `${berth.name} to Redis`, redis, 2));
    }
  }
  const isWithoutRedis = workers.every(({ redis }) => redis === null);
  return { faults, ...(isWithoutRedis && { missing: { 'network to Redis': 'the queues are in PostgreSQL' } }) };
};

function troubles(server: string, part: string, network: NetworkProxy, weight: number): Fault[] {
  return [
    {
      kind: `network to ${server} cut`,
      weight,
      part,
      async happen(random) {
        const milliseconds = random.integer(50, 4000);
        network.cut();
        await pause(milliseconds);
        network.restore();
      },
    },
    {
      kind: `network to ${server} frozen`,
      weight,
      part,
      async happen(random) {
        const milliseconds = random.integer(500, 7000);
        network.freeze();
        await pause(milliseconds);
        network.restore();
      },
    },
    {
      kind: `network to ${server} slow`,
      weight,
      part,
      async happen(random) {
        const [delay, milliseconds] = [random.integer(5, 120), random.integer(1000, 5000)];
        network.slow(delay);
        await pause(milliseconds);
        network.restore();
      },
    },
  ];
}
