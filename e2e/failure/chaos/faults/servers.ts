import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../../../testing/wait.ts';
import type { Fault, FaultSource } from './fault.ts';

/** Milliseconds. A frozen object store exceeds the limit for its responses. */
const DOWN_MAX = 3000;
const FROZEN_MAX = 7000;

/** PostgreSQL, Redis and the object store crash and restart; the object store also stops responding. */
export const serverFaults: FaultSource = ({ postgres, redis, s3, database }) => {
  const faults: Fault[] = [
    outage({ kind: 'immediate shutdown of PostgreSQL', weight: 1.5, part: 'postgres' }, postgres.crash, postgres.start),
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
  const skipped: Record<string, string> = {};
  if (redis === null) skipped['kill -9 of Redis'] = 'the queues are in PostgreSQL';
  else faults.push(outage({ kind: 'kill -9 of Redis', weight: 4, part: 'redis' }, redis.kill, redis.start));
  if (s3 === null) skipped['kill -9 of the object store'] = 'the files are on a disk';
  else {
    const part = 'object store';
    faults.push(outage({ kind: 'kill -9 of the object store', weight: 3, part }, s3.kill, s3.start));
    faults.push(outage({ kind: 'object store frozen', weight: 2, part }, s3.freeze, s3.thaw, FROZEN_MAX));
  }
  return { faults, skipped };
};

type Change = () => Promise<void> | void;

/** @param longest of the outage, in milliseconds */
function outage(fault: Omit<Fault, 'inject'>, begin: Change, end: Change, longest = DOWN_MAX): Fault {
  return {
    ...fault,
    async inject(random) {
      const downtime = random.integer(100, longest);
      await begin();
      await pause(downtime);
      await end();
    },
  };
}
