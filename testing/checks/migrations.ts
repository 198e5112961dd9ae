import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { projectFolder } from '../../backend/config.ts';
import { newMigrations } from '../processes/release.ts';

/**
 * Finds statements that lock a big table for long, or break the processes of the previous release.
 * @returns the problems with their lines, or an empty text
 */
export function findProblems(name: string, sql: string, isTransactional: boolean): string {
  const arguments_ = ['--config', join(projectFolder, '.squawk.toml'), '--stdin-filepath', name];
  if (isTransactional) arguments_.push('--assume-in-transaction');
  const { status, stdout, stderr, error } = spawnSync('squawk', arguments_, { input: sql, encoding: 'utf8' });
  if (error) throw error;
  const altered = isTransactional ? alteredTables(sql) : [];
  return [
    status === 0 ? '' : stdout + stderr,
    altered.length > 1 ? `${name}: one-table-per-transaction: it alters ${altered.join(', ')}\n` : '',
  ].join('');
}

/**
 * The existing tables that a migration alters. In one transaction, they stay locked until its end, and a request that has
 * locked them in the other order is ended by a deadlock.
 */
function alteredTables(sql: string): string[] {
  const tablesIn = (statement: RegExp) => new Set([...sql.matchAll(statement)].map(([, table = '']) => table));
  const created = tablesIn(/create table (?:if not exists )?"?(\w+)/gi);
  return [...tablesIn(/alter table (?:if exists )?(?:only )?"?(\w+)/gi)].filter((table) => !created.has(table));
}

/** The statements of a migration. */
async function read(file: string): Promise<{ sql: string; isTransactional: boolean }> {
  const exports: Record<string, new (...deps: unknown[]) => unknown> = await import(file);
  for (const MigrationClass of Object.values(exports)) {
    const migration = new MigrationClass();
    if (!(migration instanceof Migration)) continue;
    await migration.up();
    const statements = migration.getQueries().map((query) => String(query).replace(/;?\s*$/, ';'));
    return { sql: `${statements.join('\n')}\n`, isTransactional: migration.isTransactional() };
  }
  throw new Error(`${file} exports no migration`);
}

if (import.meta.main) {
  for (const file of newMigrations) {
    const { sql, isTransactional } = await read(file);
    const problems = findProblems(basename(file), sql, isTransactional);
    if (problems === '') continue;
    process.stderr.write(problems);
    process.exitCode = 1;
  }
}
