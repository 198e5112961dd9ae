import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../../../testing/wait.ts';
import type { Fault, FaultSource } from './fault.ts';

/** PostgreSQL and Redis die and come back. */
export const serverFaults: FaultSource = ({ postgres, redis, database }) => {
  const faults: Fault[] = [
    {
      kind: 'PostgreSQL stopped at once',
      weight: 1.5,
      part: 'postgres',
      async happen(random) {
        const away = random.integer(100, 3000);
        await postgres.crash();
        await pause(away);
        await postgres.start();
      },
    },
    {
      kind: 'kill -9 of a PostgreSQL process',
      weight: 1.5,
      part: 'postgres',
      async happen() {
        await postgres.killBackend();
        await waitFor('PostgreSQL to recover', () => database.em.fork().execute('select 1'), 30_000);
      },
    },
  ];
  if (redis === null) return { faults, missing: { 'kill -9 of Redis': 'the queues are in PostgreSQL' } };
  faults.push({
    kind: 'kill -9 of Redis',
    weight: 4,
    part: 'redis',
    async happen(random) {
      const away = random.integer(100, 3000);
      await redis.kill();
      await pause(away);
      await redis.start();
    },
  });
  return { faults };
};
