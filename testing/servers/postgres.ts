import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../backend/core/database/db.ts';
import { migrate } from '../../backend/core/database/migrations.ts';
import { entities } from '../../backend/entities.ts';
import { startPostgres } from '../../backend/local/postgres.ts';
import { openQueues } from '../../workers/queues/queues.ts';
import { startSharedServers } from './topology.ts';

const TEMPLATE = 'template_shop';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server's maintenance database. */
    postgresUrl: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated template that each test file copies in about 20 ms, and what
 * test shops share besides.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-test-postgres-'));
  const postgres = await startPostgres({ folder, fsync: false, maxConnections: 400 });
  // It would visit hundreds of databases whose tests are over.
  await execute(postgres.url, 'alter system set autovacuum = off');
  await execute(postgres.url, 'select pg_reload_conf()');
  // Thousands of connections hash the password.
  const { password } = new URL(postgres.url);
  await execute(postgres.url, `set scram_iterations = 1; alter role current_user password '${password}'`);
  await execute(postgres.url, `create database ${TEMPLATE}`);
  const database = await openDatabase({ url: databaseUrl(postgres.url, TEMPLATE), entities });
  await migrate(database);
  await database.close();
  await createQueues(databaseUrl(postgres.url, TEMPLATE));
  project.provide('postgresUrl', postgres.url);
  const stopShared = await startSharedServers(project);
  return async () => {
    await stopShared();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Creates the tables of the queues, so that the workers of each shop find them. */
async function createQueues(url: string): Promise<void> {
  const queues = await openQueues({ databaseUrl: url, redisUrl: null }, pino({ level: 'silent' }));
  await queues.close();
}

/** Creates an empty database on the test server, migrated by default. @returns its URL */
export async function createTestDatabase(postgresUrl: string, { migrated = true } = {}): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  // Copying the files takes half the work of logging each page.
  await execute(
    postgresUrl,
    `create database ${name} template ${migrated ? TEMPLATE : 'template0'} strategy file_copy`,
  );
  return databaseUrl(postgresUrl, name);
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
