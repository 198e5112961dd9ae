import type { ImportView } from '#contract/imports.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';

/** The names of new categories that a summary lists. */
const NAMES_MAX = 5;
const newCategory = { one: 'new category', other: 'new categories' };

/** What an import would do, such as "2 new, 1 new category “Gizmos”, 2 rejected". */
export function checkSummary({ created, updated, unchanged, newCategories, refused }: ImportView): string {
  const names = newCategories.slice(0, NAMES_MAX).map((name) => `“${name}”`);
  const others = newCategories.length - names.length;
  const parts = [
    created > 0 && `${formatNumber(created)} new`,
    updated > 0 && `${formatNumber(updated)} updated`,
    unchanged > 0 && `${formatNumber(unchanged)} unchanged`,
    names.length > 0 &&
      `${counted(newCategories.length, newCategory)} ${names.join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`,
    refused > 0 && `${formatNumber(refused)} rejected`,
  ];
  return parts.filter(Boolean).join(', ') || `No ${adminNouns.row.other} found`;
}

/** The rejected rows as a CSV file (RFC 4180). */
export function refusalsCsv({ refusals }: Pick<ImportView, 'refusals'>): string {
  const rows = refusals.map(({ line, columns, reason }) => [String(line), columns.join(', '), reason]);
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return [['line', 'columns', 'reason'], ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
