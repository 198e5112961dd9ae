import type { IssuedDocument } from './documents.queries.ts';
import { seriesFolder } from './kept-documents.ts';

const prefixes = { invoice: 'invoice', creditNote: 'credit-note' } as const;

/** "invoice-INV-2026-000042.pdf" */
export function fileNameOf({ kind, number }: Pick<IssuedDocument, 'kind' | 'number'>): string {
  return `${prefixes[kind]}-${seriesFolder(number)}.pdf`;
}
