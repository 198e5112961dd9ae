import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeAbandonedPictures } from '../../../backend/modules/pictures/clean-up.service.ts';
import { type Calm, waitForCalm } from './calm.ts';
import { type Period, type Storm, startStorm } from './faults/storm.ts';
import { checkDerived } from './invariants/derived.ts';
import { checkEvents } from './invariants/events.ts';
import { collectEvidence, type Evidence } from './invariants/evidence.ts';
import type { Finding } from './invariants/finding.ts';
import { checkMails } from './invariants/mails.ts';
import { checkOrders } from './invariants/orders.ts';
import { checkPictures } from './invariants/pictures.ts';
import { checkWrites } from './invariants/writes.ts';
import type { Journal } from './journal.ts';
import { createRandom } from './random.ts';
import { openShop } from './shoppers/traffic.ts';
import { type Backend, type Surroundings, startSurroundings } from './surroundings.ts';

export type Run = {
  backend: Backend;
  seed: string;
  /** Milliseconds of faults. */
  milliseconds: number;
  storm: Storm;
  journal: Journal;
  calm: Calm;
  findings: Finding[];
  evidence: Evidence;
  excusedDoubles: number;
  /** Mails that were sent and whose answer never came. */
  unansweredMails: number;
  /** Processes that were killed because they had not stopped 10 s after SIGTERM. */
  cutShort: number;
  /** What else went wrong: processes that ended by themselves, odd answers, jobs that have failed. */
  defects: string[];
  /** Where data and logs were left; null after a good run. */
  folder: string | null;
};

type Options = { backend: Backend; seed: string; milliseconds: number; say(line: string): void };

/** Lets a shop live through a storm of faults, waits until it is calm, and looks at what is left. */
export async function runChaos({ backend, seed, milliseconds, say }: Options): Promise<Run> {
  const surroundings = await startSurroundings(backend);
  let isGood = false;
  let storm: Storm | null = null;
  try {
    const random = createRandom(seed);
    const shop = await openShop(surroundings, random.fork('shop'));
    say(`the shop is open at ${surroundings.url}; its data is in ${surroundings.folder}`);
    const close = shop.letIn();
    storm = startStorm(surroundings, random.fork('storm'), milliseconds);
    await storm.over;
    say(`${storm.periods.length} faults are over; ${shop.journal.acknowledged()} requests were acknowledged`);
    await close();
    const calm = await waitForCalm(surroundings, storm.periods);
    say(
      calm.stuck.length === 0 ? `calm after ${Math.round(calm.after / 1000)} s` : `not calm: ${calm.stuck.join('; ')}`,
    );

    await surroundings.stopShop();
    await removeAbandonedPictures(surroundings.database.em.fork(), surroundings.storage, 0);
    const evidence = await collectEvidence(surroundings);
    const { periods } = storm;
    const unanswered = surroundings.mailNetwork.unanswered();
    const mails = checkMails(evidence, shop.journal, { periods, unanswered });
    const findings = [
      ...(await checkWrites(evidence, shop.journal)),
      ...checkOrders(evidence, shop.journal),
      ...(await checkDerived(evidence)),
      ...(await checkPictures(evidence, shop.journal, surroundings.disk.path)),
      ...(await checkEvents(evidence, periods)),
      ...mails.findings,
    ];
    const defects = [...surroundings.defects, ...shop.journal.oddities, ...calm.failedJobs];
    const run = {
      backend,
      seed,
      milliseconds,
      storm,
      journal: shop.journal,
      calm,
      findings,
      evidence,
      excusedDoubles: mails.excusedDoubles,
      unansweredMails: unanswered.length,
      cutShort: [...surroundings.apis, ...surroundings.workers].reduce((sum, { berth }) => sum + berth.cutShort(), 0),
      defects,
    };
    isGood = isGoodRun(run);
    return { ...run, folder: isGood ? null : surroundings.folder };
  } finally {
    if (!isGood) await writeLogs(surroundings, storm?.periods ?? []);
    await surroundings.close({ keepFolder: !isGood });
  }
}

/** Whether nothing was lost, doubled, wrong or stuck. */
export function isGoodRun({ findings, defects, calm }: Pick<Run, 'findings' | 'defects' | 'calm'>): boolean {
  const isRight = ({ lost, doubled, wrong }: Finding) => lost.length + doubled.length + wrong.length === 0;
  return findings.every(isRight) && defects.length === 0 && calm.stuck.length === 0;
}

async function writeLogs({ apis, workers, folder }: Surroundings, periods: Period[]): Promise<void> {
  await writeFile(join(folder, 'faults.log'), periods.map(describePeriod).join('\n'));
  for (const { berth } of [...apis, ...workers]) {
    await writeFile(join(folder, `${berth.name.replace(' ', '-')}.log`), berth.output());
  }
}

function describePeriod({ kind, begin, end }: Period): string {
  return `${new Date(begin).toISOString()} ${kind}, ${end - begin} ms`;
}
