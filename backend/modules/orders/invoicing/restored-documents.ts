import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { folders, type Storage } from '../../../core/storage/storage.ts';
import { db } from '../orders.tables.ts';
import { taxColumns } from './invoicing.service.ts';
import { KEPT_AT_ONCE, type KeptDocument, keyIn, readKept, seriesFolder } from './kept-documents.ts';

/**
 * Adds the documents that are in the storage but not in a restored database: their numbers are known outside the shop, so
 * the next ones follow them. Nobody has seen what is stored after a missing number; those numbers are used again.
 * @returns how many it has taken up
 */
export async function takeUpDocuments(em: EntityManager, storage: Storage): Promise<number> {
  const known = await db(em).selectFrom('documentSeries').select(['series', 'last']).execute();
  let count = 0;
  for (const folder of await storage.listFolders(folders.documents, 0)) {
    let position = 1 + (known.find(({ series }) => seriesFolder(series) === folder)?.last ?? 0);
    for (;;) {
      const document = await readKept(storage, keyIn(folder, position, 'json'));
      if (document === null) break;
      await add(em, document);
      position += 1;
      count += 1;
    }
    for (let later = position; later < position + KEPT_AT_ONCE; later++) {
      await storage.remove(keyIn(folder, later, 'json'));
    }
  }
  return count;
}

async function add(em: EntityManager, document: KeptDocument): Promise<void> {
  const { id, date, currency, kind, snapshot, series, position } = document;
  const { country, rates, nets, taxes, netsEur, taxesEur } = taxColumns(kind, snapshot);
  await em.transactional(async (em) => {
    const row = { ...document, snapshot: sql<typeof snapshot>`${JSON.stringify(snapshot)}::jsonb`, isKept: true };
    await db(em).insertInto('document').values(row).execute();
    await sql`
      insert into document_tax (document_id, date, currency, country, rate_hundredths, net, tax, net_eur, tax_eur)
      select ${id}::uuid, ${date}::timestamptz, ${currency}::text, ${country}::text, share.*
      from unnest(${rates}::int[], ${nets}::bigint[], ${taxes}::bigint[], ${netsEur}::bigint[], ${taxesEur}::bigint[])
        as share`.execute(db(em));
    await db(em)
      .insertInto('documentSeries')
      .values({ series, last: position })
      .onConflict((conflict) => conflict.column('series').doUpdateSet({ last: position }))
      .execute();
  });
}
