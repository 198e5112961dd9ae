import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ImportRefusal, NEW_CATEGORIES_MAX, REFUSALS_MAX } from '#contract/catalogue/imports.ts';
import { IMAGE_BYTES_MAX, tooManyBytes } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';
import { audit } from '../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../core/database/db.ts';
import { runInTurn } from '../../core/database/locks.ts';
import { AppError, UnprocessableError } from '../../core/errors.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { readCategoryIds } from '../catalogue/catalogue.queries.ts';
import {
  emitCreated,
  type ImportOptions,
  noLines,
  saveImportedProducts,
} from '../catalogue/imported/imported-products.service.ts';
import { type ImportedProduct, LineRefused } from '../catalogue/imported/imported-values.ts';
import { inspectStored } from '../pictures/uploads.ts';
import { CatalogueImport } from './catalogue-import.entity.ts';
import { countLines, readLines } from './catalogue-lines.ts';
import { createKeys, productIdOf, readProduct } from './catalogue-product.ts';
import { type CatalogueRecord, readRecords } from './catalogue-records.ts';
import { catalogueKey, importFolder, pictureKey } from './imports.service.ts';
import { db } from './imports.tables.ts';

/** Limits of one transaction, so that it is short and leaves shoppers pauses. Each picture is a file to write. */
const BATCH_RECORDS = 300;
const BATCH_PICTURES = 50;

/** Maximum pace of an import. It leaves shoppers a share of a small machine: 200,000 lines take at least 80 seconds. */
const LINES_PER_SECOND = 2500;

/** Milliseconds between counts of products: counting in every transaction would take longer than the import itself. */
const COUNT_INTERVAL = 5000;

type Run = {
  em: EntityManager;
  storage: Storage;
  importId: string;
  options: ImportOptions;
  /** Categories with new products that are not counted yet, and when the others were. */
  uncounted: Set<string>;
  countedAt: number;
  /** Throws if another run may have begun. */
  holdTurn: () => Promise<void>;
};

/**
 * Imports a catalogue file in short transactions, one import at a time in all processes. A retry resumes after the last
 * committed line, so each line is imported once. A check stores nothing but its report, and a retry begins it again.
 * @throws UnprocessableError if the file is not a catalogue; the import stores the reason
 */
export async function runImport(em: EntityManager, storage: Storage, importId: string): Promise<void> {
  await runInTurn(em, 'catalogue import', (holdTurn) => runToEnd(em.fork(), storage, importId, holdTurn));
}

async function runToEnd(em: EntityManager, storage: Storage, importId: string, holdTurn: Run['holdTurn']) {
  const found = await em.findOne(CatalogueImport, importId);
  if (found === null) throw new UnprocessableError(m.imports.notFound());
  const isOver = found.state === 'done' || found.state === 'failed';
  if (!isOver) {
    const options = { publishesNew: found.publishesNew, checked: found.isCheck ? noLines() : null };
    const linesDone = found.isCheck ? 0 : found.linesDone;
    // What a run has changed that was killed, only the database knows.
    const uncounted = new Set(linesDone > 0 ? await readCategoryIds(em) : []);
    await runFile({ em, storage, importId, options, uncounted, countedAt: performance.now(), holdTurn }, linesDone);
  }
  await storage.removeFolder(importFolder(importId));
  if (isOver && found.failure) throw new UnprocessableError(found.failure);
}

/** Marks an import as stopped after the last retry of its job, unless it has already ended. */
export async function stopImport(em: EntityManager, importId: string): Promise<void> {
  await em.transactional(async (em) => {
    const stopped = await db(em)
      .updateTable('catalogueImport')
      .set({
        state: 'stopped',
        failure: sql`case when is_check then ${m.imports.checkStopped()} else ${m.imports.stopped()} end`,
      })
      .where('id', '=', importId)
      .where('state', 'in', ['waiting', 'running'])
      .returning('isCheck')
      .executeTakeFirst();
    if (stopped?.isCheck === false) emitCreated(em, await readCategoryIds(em));
  });
}

const EMPTY_REPORT = {
  linesDone: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  newCategories: sql<string[]>`'{}'`,
  refused: 0,
  refusals: sql<ImportRefusal[]>`'[]'`,
};

async function runFile(run: Run, linesDone: number): Promise<void> {
  const { em, storage, importId, options } = run;
  await db(em)
    .updateTable('catalogueImport')
    .set({ state: 'running', failure: null, ...(options.checked && EMPTY_REPORT) })
    .where('id', '=', importId)
    .execute();
  try {
    await importRecords(run, linesDone);
  } catch (error) {
    if (!(error instanceof UnprocessableError)) throw error;
    await em.transactional(async (em) => {
      const failed = { state: 'failed', failure: error.message } as const;
      await db(em).updateTable('catalogueImport').set(failed).where('id', '=', importId).execute();
      emitCreated(em, run.uncounted);
    });
    await storage.removeFolder(importFolder(importId));
    throw error;
  }
  await finish(run);
}

async function importRecords(run: Run, linesDone: number): Promise<void> {
  const { em, storage, importId } = run;
  const key = catalogueKey(importId);
  const lineCount = await countLines(storage, key);
  await db(em).updateTable('catalogueImport').set({ lineCount }).where('id', '=', importId).execute();
  const keyOf = createKeys();
  let batch = new Batch(linesDone);
  for await (const record of readRecords(readLines(storage, key))) {
    // Lines that are already done get keys too, because they count as occurrences.
    const importKey = 'fields' in record ? keyOf(record.fields) : null;
    if (record.line <= linesDone) continue;
    await batch.add(record, () => toProduct(record, importKey, (name) => findPicture(storage, importId, name)));
    if (!batch.isFull) continue;
    await saveBatch(run, batch);
    await paced(batch);
    batch = new Batch(batch.lastLine);
  }
  await saveBatch(run, batch);
}

/** Waits until a batch has taken the time that LINES_PER_SECOND allows. */
async function paced({ startedAt, linesBefore, lastLine }: Batch): Promise<void> {
  const earliest = startedAt + ((lastLine - linesBefore) / LINES_PER_SECOND) * 1000;
  await pause(Math.max(0, earliest - performance.now()));
}

class Batch {
  readonly startedAt = performance.now();
  readonly products: ImportedProduct[] = [];
  readonly refusals: ImportRefusal[] = [];
  /** Lines before this batch. */
  readonly linesBefore: number;
  lastLine: number;
  private pictures = 0;

  constructor(linesBefore: number) {
    this.linesBefore = linesBefore;
    this.lastLine = linesBefore;
  }

  async add({ line, lastLine }: CatalogueRecord, read: () => Promise<ImportedProduct>): Promise<void> {
    this.lastLine = lastLine;
    try {
      const product = await read();
      this.products.push(product);
      this.pictures += product.pictures.length;
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      this.refusals.push({ line, columns: error.columns, reason: error.message });
    }
  }

  get isFull(): boolean {
    return this.products.length + this.refusals.length >= BATCH_RECORDS || this.pictures >= BATCH_PICTURES;
  }
}

type Picture = ImportedProduct['pictures'][number];
type FindPicture = (name: string) => Promise<Picture | { rejection: string }>;

/** @throws LineRefused */
async function toProduct(
  record: CatalogueRecord,
  key: string | null,
  findPicture: FindPicture,
): Promise<ImportedProduct> {
  if ('rejection' in record) throw new LineRefused([], record.rejection);
  const { images, ...product } = readProduct(record.fields);
  if (key === null) throw new Error('A line with title, description and category has no key');
  const pictures: Picture[] = [];
  let pictureProblem: ImportedProduct['pictureProblem'];
  for (const name of images) {
    const picture = await findPicture(name);
    if (!('rejection' in picture)) pictures.push(picture);
    else pictureProblem ??= [record.fields.image ? 'image' : 'images', picture.rejection];
  }
  const { line, fields, hasLocalNumbers } = record;
  const id = productIdOf(fields);
  return { ...product, line, id, importKey: key, pictures, pictureProblem, hasLocalNumbers };
}

async function findPicture(storage: Storage, importId: string, name: string): ReturnType<FindPicture> {
  const key = pictureKey(importId, name);
  const file = await storage.stat(key);
  if (file === null) return { rejection: m.imports.pictureNotFound({ name }) };
  if (file.size > IMAGE_BYTES_MAX) return { rejection: m.imports.pictureRefused({ name, reason: tooManyBytes() }) };
  try {
    return { key, extension: await inspectStored(storage, key) };
  } catch (error) {
    if (error instanceof AppError) return { rejection: m.imports.pictureRefused({ name, reason: error.message }) };
    throw error;
  }
}

/** Saves a batch's products and their report in one transaction. */
async function saveBatch(run: Run, batch: Batch): Promise<void> {
  const { em, storage, importId, options, holdTurn } = run;
  await holdTurn();
  await inFreshTransaction(em, async (em) => {
    const report = await db(em)
      .selectFrom('catalogueImport')
      .select(['linesDone', 'newCategories', sql<number>`jsonb_array_length(refusals)`.as('refusals')])
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    // If this run lost its connection, and so its lock, another one may have begun.
    if (report?.linesDone !== batch.linesBefore) throw new Error('Another run has taken over this import');
    const saved = await saveImportedProducts(em, storage, batch.products, options);
    countSometimes(em, run, saved.categoryIds);
    const refusals = [...batch.refusals, ...saved.refusals].sort((one, other) => one.line - other.line);
    const listed = JSON.stringify(refusals.slice(0, REFUSALS_MAX - report.refusals));
    await db(em)
      .updateTable('catalogueImport')
      .set((eb) => ({
        linesDone: batch.lastLine,
        progress: sql`least(1, ${batch.lastLine}::float8 / greatest(1, line_count))`,
        created: eb('created', '+', saved.created),
        updated: eb('updated', '+', saved.updated),
        unchanged: eb('unchanged', '+', saved.unchanged),
        newCategories: [...report.newCategories, ...saved.newCategories].slice(0, NEW_CATEGORIES_MAX),
        refused: eb('refused', '+', refusals.length),
        refusals: sql`refusals || ${listed}::jsonb`,
      }))
      .where('id', '=', importId)
      .execute();
  });
}

/** Lets the categories of new products be counted every few seconds. What is left is counted at the end. */
function countSometimes(em: EntityManager, run: Run, categoryIds: ReadonlySet<string>): void {
  for (const id of categoryIds) run.uncounted.add(id);
  if (performance.now() - run.countedAt < COUNT_INTERVAL) return;
  emitCreated(em, run.uncounted);
  run.uncounted.clear();
  run.countedAt = performance.now();
}

async function finish({ em, importId, options, uncounted }: Run): Promise<void> {
  await em.transactional(async (em) => {
    const done = await db(em)
      .updateTable('catalogueImport')
      .set({ state: 'done', progress: 1 })
      .where('id', '=', importId)
      .where('state', '=', 'running')
      .returning(['fileName', 'actorId', 'actorName', 'keyName', 'created', 'updated', 'unchanged', 'refused'])
      .executeTakeFirst();
    if (done === undefined || options.checked) return;
    emitCreated(em, uncounted);
    const { fileName, actorId, actorName, keyName, ...all } = done;
    const results = Object.entries(all).filter(([, count]) => count > 0);
    audit(
      em,
      { userId: actorId, username: actorName, key: keyName === null ? null : { name: keyName } },
      {
        action: 'catalogue.imported',
        subjectId: importId,
        subjectName: fileName,
        changes: Object.fromEntries(results.map(([result, to]) => [result, { from: null, to }])),
      },
    );
  });
}
