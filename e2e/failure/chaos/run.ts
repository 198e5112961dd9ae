import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeAbandonedPictures } from '../../../backend/modules/pictures/clean-up.service.ts';
import { type FaultWindow, type Storm, startStorm } from './faults/storm.ts';
import { type IdleReport, waitUntilIdle } from './idle.ts';
import { checkDerived } from './invariants/derived.ts';
import { checkDisputes } from './invariants/disputes.ts';
import { checkDocuments } from './invariants/documents.ts';
import { checkEndpoints } from './invariants/endpoints.ts';
import { checkEvents } from './invariants/events.ts';
import { collectEvidence, type Evidence } from './invariants/evidence.ts';
import type { Finding } from './invariants/finding.ts';
import { checkFulfilment } from './invariants/fulfilment.ts';
import { checkMails } from './invariants/mails.ts';
import { checkOrderMails } from './invariants/order-mails.ts';
import { checkOrders } from './invariants/orders.ts';
import { checkPictures } from './invariants/pictures.ts';
import { checkPrices } from './invariants/prices.ts';
import { checkReports } from './invariants/reports.ts';
import { checkReturns } from './invariants/returns.ts';
import { checkTexts } from './invariants/texts.ts';
import { checkWrites } from './invariants/writes.ts';
import type { Journal } from './journal.ts';
import { createRandom } from './random.ts';
import { prepareShop } from './shoppers/traffic.ts';
import { type Backend, startTestbed, type Testbed } from './testbed.ts';

export type Run = {
  /** Where the queues and files were, and how many processes used them. */
  places: string;
  seed: string;
  /** Milliseconds of faults. */
  milliseconds: number;
  storm: Storm;
  journal: Journal;
  idle: IdleReport;
  findings: Finding[];
  evidence: Evidence;
  excusedDuplicates: number;
  /** Mails sent in full without a confirmation. */
  unconfirmedMails: number;
  /** Processes killed because they did not stop within 10 s of SIGTERM. */
  forcedKills: number;
  /** Unexpected exits and responses, and failed jobs. */
  defects: string[];
  /** Where data and logs are kept; null after a good run. */
  folder: string | null;
};

type Options = { backend: Backend; seed: string; milliseconds: number; print(line: string): void };

/** Exposes a busy shop to faults, waits until it is idle, and checks the invariants. */
export async function runChaos({ backend, seed, milliseconds, print }: Options): Promise<Run> {
  const random = createRandom(seed);
  const testbed = await startTestbed(backend, random.fork('endpoints'));
  let isGood = false;
  let storm: Storm | null = null;
  try {
    const shop = await prepareShop(testbed, random.fork('shop'));
    print(`The shop is open at ${testbed.url}; its data is in ${testbed.folder}`);
    const close = shop.open();
    storm = startStorm(testbed, random.fork('storm'), milliseconds);
    await storm.finished;
    print(`${storm.windows.length} faults injected; ${shop.journal.acknowledged()} requests acknowledged`);
    await close();
    const idle = await waitUntilIdle(testbed, storm.windows);
    print(
      idle.stuck.length === 0 ? `Idle after ${Math.round(idle.after / 1000)} s` : `Not idle: ${idle.stuck.join('; ')}`,
    );

    await testbed.stopShop();
    await removeAbandonedPictures(testbed.database.em.fork(), testbed.storage, 0);
    const evidence = await collectEvidence(testbed);
    const { windows } = storm;
    const unconfirmed = testbed.mailNetwork.unconfirmed();
    const mails = checkMails(evidence, shop.journal, { windows, unconfirmed });
    const findings = [
      ...(await checkWrites(evidence, shop.journal)),
      ...checkReports(evidence, shop.journal),
      ...checkOrders(evidence, shop.journal),
      ...(await checkPrices(evidence, shop.journal)),
      ...(await checkTexts(evidence, shop.journal)),
      ...(await checkFulfilment(evidence, shop.journal)),
      ...(await checkDocuments(evidence)),
      await checkDisputes(evidence),
      ...(await checkReturns(evidence, shop.journal)),
      ...(await checkDerived(evidence)),
      ...(await checkPictures(evidence, shop.journal, testbed.storage)),
      ...(await checkEvents(evidence, windows)),
      ...mails.findings,
      ...checkOrderMails(evidence, shop.journal),
      ...(await checkEndpoints(evidence, testbed.endpoints.all)),
    ];
    const defects = [...testbed.defects, ...shop.journal.unexpectedResponses, ...idle.failedJobs];
    const run = {
      places: describePlaces(testbed),
      seed,
      milliseconds,
      storm,
      journal: shop.journal,
      idle,
      findings,
      evidence,
      excusedDuplicates: mails.excusedDuplicates,
      unconfirmedMails: unconfirmed.length,
      forcedKills: [...testbed.apis, ...testbed.workers].reduce((sum, { process }) => sum + process.forcedKills(), 0),
      defects,
    };
    isGood = isGoodRun(run);
    return { ...run, folder: isGood ? null : testbed.folder };
  } finally {
    if (!isGood) await writeLogs(testbed, storm?.windows ?? []);
    await testbed.close({ keepFolder: !isGood });
  }
}

/** True if nothing was lost, duplicated, wrong or stuck. */
export function isGoodRun({ findings, defects, idle }: Pick<Run, 'findings' | 'defects' | 'idle'>): boolean {
  const isClean = ({ lost, duplicated, wrong }: Finding) => lost.length + duplicated.length + wrong.length === 0;
  return findings.every(isClean) && defects.length === 0 && idle.stuck.length === 0;
}

function describePlaces({ backend, s3, apis, workers }: Testbed): string {
  const queues = backend === 'redis' ? 'Redis' : 'PostgreSQL';
  return `Queues in ${queues}, files in ${s3 === null ? 'a folder' : 'S3'}, ${apis.length} APIs, ${workers.length} workers`;
}

async function writeLogs({ apis, workers, folder }: Testbed, windows: FaultWindow[]): Promise<void> {
  await writeFile(join(folder, 'faults.log'), windows.map(describeWindow).join('\n'));
  for (const { process } of [...apis, ...workers]) {
    await writeFile(join(folder, `${process.name.replace(' ', '-')}.log`), process.output());
  }
}

function describeWindow({ kind, begin, end }: FaultWindow): string {
  return `${new Date(begin).toISOString()} ${kind}, ${end - begin} ms`;
}
