import type { ImportView } from '#contract/catalogue/imports.ts';
import { m } from '#messages';
import { firstOf } from './firstOf.ts';

/** The names of new categories that a summary lists. */
const NAMES_MAX = 5;

/** What an import would do, such as "2 new, 1 new category “Gizmos”, 2 rejected". */
export function checkSummary({ created, updated, unchanged, newCategories, refused }: ImportView): string {
  const names = newCategories.map((name) => m.importing.quoted({ name }));
  const parts = [
    created > 0 && m.importing.countNew({ count: created }),
    updated > 0 && m.importing.countUpdated({ count: updated }),
    unchanged > 0 && m.importing.countUnchanged({ count: unchanged }),
    names.length > 0 && m.importing.newCategories({ count: names.length, names: firstOf(names, NAMES_MAX) }),
    refused > 0 && m.importing.countRejected({ count: refused }),
  ];
  return parts.filter(Boolean).join(', ') || m.importing.noRows();
}

/** The rejected rows as a CSV file (RFC 4180). */
export function refusalsCsv({ refusals }: Pick<ImportView, 'refusals'>): string {
  const rows = refusals.map(({ line, columns, reason }) => [String(line), columns.join(', '), reason]);
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return [['line', 'columns', 'reason'], ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
