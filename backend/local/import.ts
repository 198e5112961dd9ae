import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { formatNumber } from '#contract/values/numbers.ts';
import { type Config, readConfig } from '../config.ts';
import type { Actor } from '../core/audit/audit.ts';
import { type Database, openMigratedDatabase } from '../core/database/db.ts';
import { UnprocessableError } from '../core/errors.ts';
import { counted } from '../core/process/counted.ts';
import { StartError } from '../core/process/start.ts';
import { openStorage } from '../core/storage/open-storage.ts';
import type { Storage } from '../core/storage/storage.ts';
import { entities } from '../entities.ts';
import { getImport } from '../modules/imports/imports.queries.ts';
import { runImport } from '../modules/imports/imports.run.ts';
import {
  catalogueKey,
  pictureKey,
  readPictureNames,
  requestImport,
  withImportFiles,
} from '../modules/imports/imports.service.ts';
import { prepareDatabase, reachDatabase } from './database.ts';
import { runToEnd, throwIfStopping } from './parts.ts';
import { loadSecrets } from './secrets.ts';

/** `make import` runs without a user account. */
const ACTOR: Actor = { userId: '00000000-0000-0000-0000-000000000000', username: 'make import' };
/** Time between progress updates, in ms. */
const REPORT_INTERVAL = 250;
/** Maximum rejected lines to print; the dashboard shows more. */
const REJECTIONS_PRINTED = 20;

/**
 * Imports a catalogue file into the database of `make up`, whether the shop is running or not. Like an import from the
 * dashboard, it resumes at the next start if this process is killed.
 */
async function main(): Promise<void> {
  const file = process.argv[2];
  if (!file) throw new StartError('Which file? `make import FILE=parts.jsonl`');
  const config = readConfig();
  await requireFile(resolve(file));
  const orm = await openMigratedDatabase({ url: await openShop(config), entities });
  try {
    await importFile(orm, await openStorage(config), resolve(file));
  } catch (error) {
    throw error instanceof UnprocessableError ? new StartError(error.message, { cause: error }) : error;
  } finally {
    await orm.close();
  }
}

async function requireFile(path: string): Promise<void> {
  const status = await stat(path).catch((cause: unknown) => {
    throw new StartError(`${path} can't be read`, { cause });
  });
  if (!status.isFile()) throw new StartError(`${path} is not a file`);
}

/** The running shop's database, or one that is started and prepared for this import. */
async function openShop(config: Config): Promise<string> {
  const { url, isRunning } = await reachDatabase(config);
  if (!isRunning) await prepareDatabase(url, config, loadSecrets(config.dataDir));
  throwIfStopping();
  return url;
}

async function importFile(orm: Database, storage: Storage, path: string): Promise<void> {
  const start = performance.now();
  const importId = await withImportFiles(storage, async (importId) => {
    await copyFiles(storage, importId, path);
    await requestImport(orm.em.fork(), ACTOR, { importId, fileName: basename(path) });
    return importId;
  });
  // The next update may succeed; runImport reports errors of the import itself.
  const update = () => showProgress(orm, importId).catch(() => {});
  const reporting = process.stdout.isTTY ? setInterval(update, REPORT_INTERVAL) : null;
  try {
    // Waits if a worker has already started it.
    await runImport(orm.em.fork(), storage, importId);
  } finally {
    if (reporting !== null) clearInterval(reporting);
  }
  await printReport(orm, importId, performance.now() - start);
}

/** Copies the file and the pictures it refers to into storage, where the import reads them. */
async function copyFiles(storage: Storage, importId: string, path: string): Promise<void> {
  await storage.put(catalogueKey(importId), createReadStream(path));
  const named = new Set((await readPictureNames(storage, importId)).map((name) => name.normalize('NFC')));
  for (const entry of await readdir(dirname(path), { withFileTypes: true })) {
    if (!entry.isFile() || !named.has(entry.name.normalize('NFC'))) continue;
    await storage.put(pictureKey(importId, entry.name), createReadStream(join(dirname(path), entry.name)));
  }
}

async function showProgress(orm: Database, importId: string): Promise<void> {
  const { progress, created, updated, unchanged, refused } = await getImport(orm.em.fork(), importId);
  const lines = counted(created + updated + unchanged + refused, 'line');
  process.stdout.write(`\r${Math.round(progress * 100)}%, ${lines} `);
}

async function printReport(orm: Database, importId: string, milliseconds: number): Promise<void> {
  const report = await getImport(orm.em.fork(), importId);
  const lines = [
    `${counted(report.created, 'product')} added, ${formatNumber(report.updated)} updated, ` +
      `${formatNumber(report.unchanged)} unchanged, ${counted(report.refused, 'line')} rejected ` +
      `(${(milliseconds / 1000).toFixed(1)} s)`,
    ...report.refusals.slice(0, REJECTIONS_PRINTED).map(({ line, reason }) => `  line ${line}: ${reason}`),
  ];
  if (report.refused > REJECTIONS_PRINTED)
    lines.push(`  and ${formatNumber(report.refused - REJECTIONS_PRINTED)} more`);
  process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${lines.join('\n')}\n`);
}

runToEnd(main);
