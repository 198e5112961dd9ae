import type { ImportView } from '#contract/imports.ts';
import type { ImportRow } from './imports.queries.ts';

/** An import as the API shows it to admins. */
export function presentImport({ id, createdAt, ...report }: ImportRow): ImportView {
  return { _id: id, ...report, date: new Date(createdAt).toISOString() };
}
