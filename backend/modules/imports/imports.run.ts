import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ImportRefusal, REFUSALS_MAX } from '#contract/imports.ts';
import { IMAGE_BYTES_MAX, TOO_MANY_BYTES } from '#contract/pictures.ts';
import { audit } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction, runAlone } from '../../core/db.ts';
import { AppError, UnprocessableError } from '../../core/errors.ts';
import type { Storage } from '../../core/storage.ts';
import { emitCreated, saveImportedProducts } from '../catalogue/imported-products.service.ts';
import type { ImportedProduct, Refusal } from '../catalogue/imported-values.ts';
import { inspectStored } from '../pictures/uploads.ts';
import { CatalogueImport } from './catalogue-import.entity.ts';
import { countLines, readLines } from './catalogue-lines.ts';
import { createKeys, productIdOf, readProduct } from './catalogue-product.ts';
import { type CatalogueRecord, readRecords } from './catalogue-records.ts';
import { catalogueKey, IMPORT_NOT_FOUND, importFolder, pictureKey } from './imports.service.ts';
import { db } from './imports.tables.ts';

/** Limits of one transaction, so that it is short and blocks no other. Each picture is a file to write. */
const BATCH_RECORDS = 500;
const BATCH_PICTURES = 50;

/** Milliseconds between polls while another import runs. */
const TURN = 1000;

type Run = {
  em: EntityManager;
  storage: Storage;
  importId: string;
  /** Throws if another run may have begun. */
  holdTurn: () => Promise<void>;
};

/**
 * Imports a catalogue file in short transactions, one import at a time in all processes. A retry resumes after the last
 * committed line, so each line is imported once.
 * @throws UnprocessableError if the file is not a catalogue; the import stores the reason
 */
export async function runImport(em: EntityManager, storage: Storage, importId: string): Promise<void> {
  // Polls, because a statement that waits for the lock of an import would exceed the silence limit of its connection.
  const runInTurn = () =>
    runAlone(em, 'catalogue import', (holdTurn) => runToEnd({ em: em.fork(), storage, importId, holdTurn }));
  while (!(await runInTurn())) await pause(TURN);
}

async function runToEnd(run: Run): Promise<void> {
  const { em, storage, importId } = run;
  const found = await em.findOne(CatalogueImport, importId);
  if (found === null) throw new UnprocessableError(IMPORT_NOT_FOUND);
  const isOver = found.state === 'done' || found.state === 'failed';
  if (!isOver) await runFile(run, found.linesDone);
  await storage.removeFolder(importFolder(importId));
  if (isOver && found.failure) throw new UnprocessableError(found.failure);
}

const STOPPED = 'A server error stopped the import. Retry its job to resume after the last imported row.';

/** Marks an import as stopped after the last retry of its job, unless it has already ended. */
export async function stopImport(em: EntityManager, importId: string): Promise<void> {
  await db(em)
    .updateTable('catalogueImport')
    .set({ state: 'stopped', failure: STOPPED })
    .where('id', '=', importId)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

async function runFile(run: Run, linesDone: number): Promise<void> {
  const { em, storage, importId } = run;
  const setState = (values: { state: 'running' | 'failed'; failure: string | null }) =>
    db(em).updateTable('catalogueImport').set(values).where('id', '=', importId).execute();
  await setState({ state: 'running', failure: null });
  try {
    await importRecords(run, linesDone);
  } catch (error) {
    if (!(error instanceof UnprocessableError)) throw error;
    await setState({ state: 'failed', failure: error.message });
    await storage.removeFolder(importFolder(importId));
    throw error;
  }
  await finish(em, importId);
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
    batch.add(record, await toProduct(record, importKey, (name) => findPicture(storage, importId, name)));
    if (!batch.isFull) continue;
    await saveBatch(run, batch);
    batch = new Batch(batch.lastLine);
  }
  await saveBatch(run, batch);
}

class Batch {
  readonly products: ImportedProduct[] = [];
  readonly refusals: ImportRefusal[] = [];
  /** Lines before this batch. */
  readonly linesBefore: number;
  lastLine: number;
  private readonly lines = new Map<ImportedProduct, number>();
  private pictures = 0;

  constructor(linesBefore: number) {
    this.linesBefore = linesBefore;
    this.lastLine = linesBefore;
  }

  add({ line, lastLine }: CatalogueRecord, product: ImportedProduct | { refusal: Refusal }): void {
    this.lastLine = lastLine;
    if ('refusal' in product) this.refusals.push({ line, ...product.refusal });
    else {
      this.products.push(product);
      this.lines.set(product, line);
      this.pictures += product.pictures.length;
    }
  }

  /** Its refused lines with those that could not be saved. */
  withRefused(refused: ReadonlyMap<ImportedProduct, Refusal>): ImportRefusal[] {
    const others = [...refused].map(([product, refusal]) => ({ line: this.lines.get(product) ?? 0, ...refusal }));
    return [...this.refusals, ...others].sort((one, other) => one.line - other.line);
  }

  get isFull(): boolean {
    return this.products.length + this.refusals.length >= BATCH_RECORDS || this.pictures >= BATCH_PICTURES;
  }
}

type Picture = ImportedProduct['pictures'][number];
type FindPicture = (name: string) => Promise<Picture | { rejection: string }>;

async function toProduct(
  record: CatalogueRecord,
  key: string | null,
  findPicture: FindPicture,
): Promise<ImportedProduct | { refusal: Refusal }> {
  if ('rejection' in record) return { refusal: { columns: [], reason: record.rejection } };
  const read = readProduct(record.fields);
  if ('refusal' in read) return read;
  if (key === null) throw new Error('A line with title, description and category has no key');
  const { images, ...product } = read;
  const pictures: Picture[] = [];
  for (const name of images) {
    const picture = await findPicture(name);
    const column = record.fields.image ? 'image' : 'images';
    if ('rejection' in picture) return { refusal: { columns: [column], reason: picture.rejection } };
    pictures.push(picture);
  }
  return { ...product, id: productIdOf(record.fields), importKey: key, pictures };
}

async function findPicture(storage: Storage, importId: string, name: string): ReturnType<FindPicture> {
  const key = pictureKey(importId, name);
  const file = await storage.open(key);
  if (file === null) return { rejection: `Picture not found: ${name}` };
  file.stream.destroy();
  if (file.size > IMAGE_BYTES_MAX) return { rejection: `${TOO_MANY_BYTES}: ${name}` };
  try {
    return { key, extension: await inspectStored(storage, key) };
  } catch (error) {
    if (error instanceof AppError) return { rejection: `${error.message}: ${name}` };
    throw error;
  }
}

/** Saves a batch's products and their report in one transaction. */
async function saveBatch({ em, storage, importId, holdTurn }: Run, batch: Batch): Promise<void> {
  await holdTurn();
  await inFreshTransaction(em, async (em) => {
    const report = await db(em)
      .selectFrom('catalogueImport')
      .select(['linesDone', sql<number>`jsonb_array_length(refusals)`.as('refusals')])
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    // If this run lost its connection, and so its lock, another one may have begun.
    if (report?.linesDone !== batch.linesBefore) throw new Error('Another run has taken over this import');
    const saved = await saveImportedProducts(em, storage, batch.products);
    emitCreated(em, saved.categoryIds);
    const refusals = batch.withRefused(saved.refusals);
    const listed = JSON.stringify(refusals.slice(0, REFUSALS_MAX - report.refusals));
    await db(em)
      .updateTable('catalogueImport')
      .set((eb) => ({
        linesDone: batch.lastLine,
        progress: sql`least(1, ${batch.lastLine}::float8 / greatest(1, line_count))`,
        created: eb('created', '+', saved.created),
        updated: eb('updated', '+', saved.updated),
        unchanged: eb('unchanged', '+', saved.unchanged),
        refused: eb('refused', '+', refusals.length),
        refusals: sql`refusals || ${listed}::jsonb`,
      }))
      .where('id', '=', importId)
      .execute();
  });
}

async function finish(em: EntityManager, importId: string): Promise<void> {
  await em.transactional(async (em) => {
    const done = await db(em)
      .updateTable('catalogueImport')
      .set({ state: 'done', progress: 1 })
      .where('id', '=', importId)
      .where('state', '=', 'running')
      .returning(['fileName', 'actorId', 'actorName', 'created', 'updated', 'unchanged', 'refused'])
      .executeTakeFirst();
    if (done === undefined) return;
    const { fileName, actorId, actorName, ...all } = done;
    const counts = Object.entries(all).filter(([, count]) => count > 0);
    audit(
      em,
      { userId: actorId, username: actorName },
      {
        action: 'catalogue.imported',
        subjectId: importId,
        subjectName: fileName,
        changes: Object.fromEntries(counts.map(([count, to]) => [count, { from: null, to }])),
      },
    );
  });
}
