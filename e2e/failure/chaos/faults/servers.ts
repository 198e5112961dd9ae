import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../../../testing/wait.ts';
import type { Fault, FaultSource } from './fault.ts';

/** PostgreSQL and Redis crash and restart. */
export const serverFaults: FaultSource = ({ postgres, redis, database }) => {
  const faults: Fault[] = [
    {
      kind: 'immediate shutdown of PostgreSQL',
      weight: 1.5,
      part: 'postgres',
      async inject(random) {
        const downtime = random.integer(100, 3000);
        await postgres.crash();
        await pause(downtime);
        await postgres.start();
      },
    },
    {
      kind: 'kill -9 of a PostgreSQL process',
      weight: 1.5,
      part: 'postgres',
      async inject() {
        await postgres.killBackend();
        await waitFor('PostgreSQL to recover', () => database.em.fork().execute('select 1'), 30_000);
      },
    },
  ];
  if (redis === null) return { faults, skipped: { 'kill -9 of Redis': 'the queues are in PostgreSQL' } };
  faults.push({
    kind: 'kill -9 of Redis',
    weight: 4,
    part: 'redis',
    async inject(random) {
      const downtime = random.integer(100, 3000);
      await redis.kill();
      await pause(downtime);
      await redis.start();
    },
  });
  return { faults };
};
