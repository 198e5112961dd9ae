import type { SavedSequence, SavedTable } from './tables.ts';

/** The layout of backups, raised when an older shop could no longer restore them. */
export const FORMAT = 1;

/** What a backup contains. */
export type Manifest = {
  format: number;
  createdAt: string;
  /** The migrations that the database had: its schema. */
  migrations: string[];
  tables: SavedTable[];
  sequences: SavedSequence[];
  files: { count: number; bytes: number };
};

/** Rows of all tables. */
export function countRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
