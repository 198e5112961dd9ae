import type { ImportView } from '#contract/imports.ts';

/** An import as the dashboard reads it. */
export type ImportRow = Omit<ImportView, '_id' | 'date'> & {
  id: string;
  /** As the database writes it. */
  createdAt: string;
};

/** What the API shows of an import, to admins. */
export function presentImport({ id, createdAt, ...report }: ImportRow): ImportView {
  return { _id: id, ...report, date: new Date(createdAt).toISOString() };
}
