import type { ImportView } from '#contract/imports.ts';
import type { ImportRow } from './imports.queries.ts';

/** An import as the API shows it to admins. */
export function presentImport({ id, createdAt, refusals, ...report }: ImportRow): ImportView {
  return {
    _id: id,
    ...report,
    // Older imports did not store the columns.
    refusals: refusals.map((refusal) => ({ ...refusal, columns: refusal.columns ?? [] })),
    date: new Date(createdAt).toISOString(),
  };
}
