import { createHash } from 'node:crypto';
import type { EntityManager } from '../../../core/database/db.ts';
import { readAll, type Storage } from '../../../core/storage/storage.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { db } from '../orders.tables.ts';
import { type IssuedDocument, listDocuments } from './documents.queries.ts';
import { issueMissing } from './invoicing.service.ts';
import { documentKey, keepDocuments } from './kept-documents.ts';

/** Draws a document as a PDF. */
export type DrawDocument = (document: IssuedDocument) => Promise<Buffer>;

/**
 * The documents of an order, stored so that anyone may see them. An order that has none yet gets its invoice first.
 * @throws Error if one of them can't be stored
 */
export async function readDocuments(
  { em, storage, settings }: { em: EntityManager; storage: Storage; settings: ShopSettings },
  orderId: string,
): Promise<IssuedDocument[]> {
  const issued = await listDocuments(em, orderId);
  const isComplete = issued.length > 0 && issued.every(({ isKept }) => isKept);
  if (isComplete) return issued;
  if (issued.length === 0) await issueMissing(em, settings, orderId);
  await keepDocuments(em, storage);
  const documents = await listDocuments(em, orderId);
  const withheld = documents.find(({ isKept }) => !isKept);
  if (withheld) throw new Error(`Document ${withheld.number} is not in the storage`);
  return documents;
}

/**
 * The PDF of a document that is kept. It is drawn once: whoever comes first stores it, and everybody gets the same bytes
 * from then on.
 */
export async function readPdf(
  { em, storage, draw }: { em: EntityManager; storage: Storage; draw: DrawDocument },
  document: IssuedDocument,
): Promise<Buffer> {
  const key = documentKey(document, 'pdf');
  const stored = document.sha256 === null ? null : await readAll(storage, key);
  if (stored !== null) return stored;
  const drawn = await draw(document);
  return em.fork().transactional(async (em) => {
    const { sha256 } = await db(em)
      .selectFrom('document')
      .select('sha256')
      .where('id', '=', document.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const earlier = await readAll(storage, key);
    const pdf = earlier ?? drawn;
    const hash = createHash('sha256').update(pdf).digest('hex');
    if (sha256 !== null && sha256 !== hash) throw new Error(`${key} is not the document that was issued`);
    if (earlier === null) await storage.put(key, pdf);
    if (sha256 === null) {
      const found = { sha256: hash, bytes: pdf.length };
      await db(em).updateTable('document').set(found).where('id', '=', document.id).execute();
    }
    return pdf;
  });
}
