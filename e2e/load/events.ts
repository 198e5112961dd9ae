import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../backend/core/db.ts';
import { newId } from '../../backend/core/ids.ts';
import { emit } from '../../backend/core/outbox.ts';
import { entities } from '../../backend/entities.ts';
import { waitFor } from '../../testing/wait.ts';
import { idOf, SIZES } from './fill.ts';
import { measure } from './measure.ts';
import type { Stage } from './stage.ts';

export type Delay = {
  /** Milliseconds from the event's place in the committed outbox until its job had run. */
  p50: number;
  p99: number;
  events: number;
};

/** Events of one measurement, and milliseconds from one to the next: some 40 a second. */
const EVENTS = 300;
const PAUSE = 25;
/** Requests at once, beside the events, when the shop is under load. */
const LOAD = 16;
const DEADLINE = 120_000;

/** How long the real workers take from commit to handled, while nothing else happens and while shoppers crowd the API. */
export async function measureDelays(stage: Stage, redisUrl: string | null): Promise<{ idle: Delay; loaded: Delay }> {
  const database = await openDatabase({ url: stage.databaseUrl, entities });
  const stop = await stage.startWorkers(redisUrl);
  try {
    // The first events pay for what is loaded and connected only once.
    await rateProducts(database);
    const idle = await rateProducts(database);
    const rating = rateProducts(database);
    await measure((turn) => ({ path: `/api/v1/products/single/${idOf('product', 1 + (turn % SIZES.products))}` }), {
      url: stage.url,
      concurrency: LOAD,
      seconds: rating,
    });
    return { idle, loaded: await rating };
  } finally {
    await stop();
    await database.close();
  }
}

async function rateProducts(database: Database): Promise<Delay> {
  const first = newId();
  for (let n = 1; n <= EVENTS; n += 1) {
    await database.em.fork().transactional(async (em) => emit(em, 'product.rated', { productId: idOf('product', n) }));
    await sleep(PAUSE);
  }
  const em = database.em.fork();
  return waitFor(
    'the events to be handled',
    async () => {
      const [row] = await em.execute<{ open: number; delays: [number, number]; events: number }[]>(
        `select count(*) filter (where done_at is null)::int as open, count(*)::int as events,
           percentile_cont(array[0.5, 0.99]) within group (order by extract(epoch from done_at - created_at) * 1000) as delays
         from outbox_event where name = 'product.rated' and id > ?`,
        [first],
      );
      if (row === undefined || row.open > 0) return null;
      return { p50: row.delays[0], p99: row.delays[1], events: row.events };
    },
    DEADLINE,
  );
}
