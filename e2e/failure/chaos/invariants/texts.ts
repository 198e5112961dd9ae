import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { countBy, type Finding, newFinding } from './finding.ts';

/** Pages that an order keeps: all were published before the first order. */
const KEPT = 3;

/** Checks that each publication made one version, counted without a gap, and that the texts of each order exist. */
export async function checkTexts({ em, orders }: Evidence, { publications }: Journal): Promise<Finding[]> {
  const versions = await em.execute<{ kind: string; version: number }[]>('select kind, version from page_version');
  const stored = new Set(versions.map(({ kind, version }) => `${kind} ${version}`));
  const published = newFinding('publications', publications.length);
  for (const [key, count] of countBy(publications, (key) => key)) {
    if (!stored.has(key)) published.lost.push(key);
    if (count > 1) published.duplicated.push(`${key} was published ${count} times`);
  }
  for (const { kind, version } of versions) {
    if (version > 1 && !stored.has(`${kind} ${version - 1}`)) published.wrong.push(`${kind} ${version} follows a gap`);
  }

  const texts = newFinding('texts of orders', orders.length);
  const incomplete = await em.execute<{ id: string; texts: object }[]>(
    `select id, texts from shop_order o where ${KEPT} <> (
       select count(distinct kind) from page_version join jsonb_to_recordset(o.texts)
         as kept(kind text, language text, version int) using (kind, language, version)
     )`,
  );
  texts.wrong = incomplete.map(({ id, texts }) => `${id} has the texts ${JSON.stringify(texts)}`);
  return [published, texts];
}
