import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkProxy } from '../../../../testing/proxy.ts';
import type { Fault, FaultSource } from './fault.ts';

/** The network between a shop process and PostgreSQL or Redis is cut, frozen or slow. */
export const networkFaults: FaultSource = ({ apis, workers }) => {
  const faults: Fault[] = [];
  for (const { process, postgres, redis } of [...apis, ...workers]) {
    faults.push(...networkFaultsTo('PostgreSQL', `${process.name} to PostgreSQL`, postgres, 1));
    if (redis !== null) faults.push(...networkFaultsTo('Redis', `${process.name} to Redis`, redis, 1));
  }
  const isWithoutRedis = workers.every(({ redis }) => redis === null);
  return { faults, ...(isWithoutRedis && { skipped: { 'network to Redis': 'the queues are in PostgreSQL' } }) };
};

function networkFaultsTo(server: string, part: string, network: NetworkProxy, weight: number): Fault[] {
  return [
    {
      kind: `network to ${server} cut`,
      weight,
      part,
      async inject(random) {
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
      async inject(random) {
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
      async inject(random) {
        const [delay, milliseconds] = [random.integer(5, 120), random.integer(1000, 5000)];
        network.slow(delay);
        await pause(milliseconds);
        network.restore();
      },
    },
  ];
}
