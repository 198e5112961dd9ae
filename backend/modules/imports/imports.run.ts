import { setTimeout as pause } from 'node:timers/promises';
import { type ImportRefusal, REFUSALS_MAX } from '#contract/imports.ts';
import { IMAGE_BYTES_MAX, TOO_MANY_BYTES } from '#contract/uploads.ts';
import { audit } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction, runAlone } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Storage } from '../../core/storage.ts';
import { UnprocessableError } from '../../core/unprocessable-error.ts';
import { type ImportedProduct, saveImportedProducts } from '../catalogue/imported-products.service.ts';
import { inspectStored } from '../pictures/uploads.ts';
import { CatalogueImport } from './catalogue-import.entity.ts';
import { countLines, readLines } from './catalogue-lines.ts';
import { createKeys, productIdOf, readProduct } from './catalogue-product.ts';
import { type CatalogueRecord, readRecords } from './catalogue-records.ts';
import { catalogueKey, importFolder, NO_SUCH_IMPORT, pictureKey } from './imports.service.ts';

/** What one transaction takes at most: a short one holds up nobody. A picture is a file to be written. */
const BATCH_RECORDS = 500;
const BATCH_PICTURES = 50;

/** Milliseconds between the looks whether another import is over. */
const TURN = 1000;

type Run = {
  em: EntityManager;
  storage: Storage;
  importId: string;
  /** Throws if this run may not be the only one any more. */
  holdTurn: () => Promise<void>;
};

/**
 * Imports a catalogue file, one at a time in all processes, in short transactions. However often it runs, and wherever
 * it dies, each line is done once: it goes on behind the last transaction.
 * @throws UnprocessableError if the file as a whole is no catalogue; the import then says why
 */
export async function runImport(em: EntityManager, storage: Storage, importId: string): Promise<void> {
  // An import takes longer than the database is given to answer: nobody waits for its lock in a statement.
  const runInTurn = () =>
    runAlone(em, 'catalogue import', (holdTurn) => runToEnd({ em: em.fork(), storage, importId, holdTurn }));
  while (!(await runInTurn())) await pause(TURN);
}

async function runToEnd(run: Run): Promise<void> {
  const { em, storage, importId } = run;
  const found = await em.findOne(CatalogueImport, importId);
  if (found === null) throw new UnprocessableError(NO_SUCH_IMPORT);
  const isOver = found.state === 'done' || found.state === 'failed';
  if (!isOver) await runFile(run, found.linesDone);
  await storage.removeFolder(importFolder(importId));
  if (isOver && found.failure) throw new UnprocessableError(found.failure);
}

const STOPPED =
  'It was stopped by a fault of the shop. It goes on behind the last line that was done once its job is retried in the queue dashboard.';

/** Says that the job of an import has failed for good, if the import has not said why itself. */
export async function stopImport(em: EntityManager, importId: string): Promise<void> {
  await em.execute(
    `update catalogue_import set state = 'stopped', failure = ? where id = ? and state in ('waiting', 'running')`,
    [STOPPED, importId],
  );
}

async function runFile(run: Run, linesDone: number): Promise<void> {
  const { em, storage, importId } = run;
  await em.execute(`update catalogue_import set state = 'running', failure = null where id = ?`, [importId]);
  try {
    await importRecords(run, linesDone);
  } catch (error) {
    if (!(error instanceof UnprocessableError)) throw error;
    await em.execute(`update catalogue_import set state = 'failed', failure = ? where id = ?`, [
      error.message,
      importId,
    ]);
    await storage.removeFolder(importFolder(importId));
    throw error;
  }
  await finish(em, importId);
}

async function importRecords(run: Run, linesDone: number): Promise<void> {
  const { storage, importId } = run;
  const key = catalogueKey(importId);
  const lineCount = await countLines(storage, key);
  const keyOf = createKeys();
  let batch = new Batch(linesDone);
  for await (const record of readRecords(readLines(storage, key))) {
    // Also of lines that are done: they count as occurrences.
    const importKey = 'fields' in record ? keyOf(record.fields) : null;
    if (record.line <= linesDone) continue;
    const product = await toProduct(record, importKey, (name) => findPicture(storage, importId, name));
    batch.add(record, product);
    if (!batch.isFull) continue;
    await saveBatch(run, batch, lineCount);
    batch = new Batch(batch.lastLine);
  }
  await saveBatch(run, batch, lineCount);
}

class Batch {
  readonly products: ImportedProduct[] = [];
  readonly refusals: ImportRefusal[] = [];
  /** Lines that were done before it. */
  readonly linesBefore: number;
  lastLine: number;
  private pictures = 0;

  constructor(linesBefore: number) {
    this.linesBefore = linesBefore;
    this.lastLine = linesBefore;
  }

  add({ line, lastLine }: CatalogueRecord, product: ImportedProduct | { refusal: string }): void {
    this.lastLine = lastLine;
    if ('refusal' in product) this.refusals.push({ line, reason: product.refusal });
    else {
      this.products.push(product);
      if (product.picture !== null) this.pictures += 1;
    }
  }

  get isFull(): boolean {
    return this.products.length + this.refusals.length >= BATCH_RECORDS || this.pictures >= BATCH_PICTURES;
  }
}

type Picture = NonNullable<ImportedProduct['picture']>;
type FindPicture = (name: string) => Promise<Picture | { refusal: string }>;

async function toProduct(
  record: CatalogueRecord,
  key: string | null,
  findPicture: FindPicture,
): Promise<ImportedProduct | { refusal: string }> {
  if ('refusal' in record) return record;
  const read = readProduct(record.fields);
  if ('refusal' in read) return read;
  if (key === null) throw new Error('A line with title, description and category has no key');
  const { image, ...product } = read;
  const line = { ...product, id: productIdOf(record.fields), importKey: key };
  if (!image) return { ...line, picture: null };
  const picture = await findPicture(image);
  return 'refusal' in picture ? picture : { ...line, picture };
}

async function findPicture(storage: Storage, importId: string, name: string): ReturnType<FindPicture> {
  const key = pictureKey(importId, name);
  const file = await storage.open(key);
  if (file === null) return { refusal: `There is no picture named ${name}` };
  file.stream.destroy();
  if (file.size > IMAGE_BYTES_MAX) return { refusal: `${TOO_MANY_BYTES}: ${name}` };
  try {
    return { key, extension: await inspectStored(storage, key) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: `${error.message}: ${name}` };
    throw error;
  }
}

/** A batch's products, and the report of them: both are stored, or neither. */
async function saveBatch({ em, storage, importId, holdTurn }: Run, batch: Batch, lineCount: number): Promise<void> {
  await holdTurn();
  await inFreshTransaction(em, async (em) => {
    const [report] = await em.execute<{ linesDone: number; refusals: number }[]>(
      `select lines_done as "linesDone", jsonb_array_length(refusals) as refusals
       from catalogue_import where id = ? for update`,
      [importId],
    );
    // Another run may have begun because this one had lost its connection, and the lock with it.
    if (report?.linesDone !== batch.linesBefore) throw new Error('Another run goes on with this import');
    const { created, updated, unchanged } = await saveImportedProducts(em, storage, batch.products);
    await em.execute(
      `update catalogue_import set lines_done = ?, progress = ?, created = created + ?, updated = updated + ?,
         unchanged = unchanged + ?, refused = refused + ?, refusals = refusals || ?::jsonb
       where id = ?`,
      [
        batch.lastLine,
        lineCount === 0 ? 1 : batch.lastLine / lineCount,
        created,
        updated,
        unchanged,
        batch.refusals.length,
        JSON.stringify(batch.refusals.slice(0, REFUSALS_MAX - report.refusals)),
        importId,
      ],
    );
  });
}

type Done = { fileName: string; actorId: string; actorName: string; counts: Record<string, number> };

async function finish(em: EntityManager, importId: string): Promise<void> {
  await em.transactional(async (em) => {
    const [done] = await em.execute<Done[]>(
      `update catalogue_import set state = 'done', progress = 1 where id = ? and state = 'running'
       returning file_name as "fileName", actor_id as "actorId", actor_name as "actorName",
         json_build_object('created', created, 'updated', updated, 'unchanged', unchanged, 'refused', refused) as counts`,
      [importId],
    );
    if (done === undefined) return;
    const counts = Object.entries(done.counts).filter(([, count]) => count > 0);
    audit(
      em,
      { userId: done.actorId, username: done.actorName },
      {
        action: 'catalogue.imported',
        subjectId: importId,
        subjectName: done.fileName,
        changes: Object.fromEntries(counts.map(([count, to]) => [count, { from: null, to }])),
      },
    );
  });
}
