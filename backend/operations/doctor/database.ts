import { Client } from 'pg';
import type { Config } from '../../config.ts';
import { CONNECTIONS } from '../../core/database/connections.ts';
import { listKnownMigrations, unreachable } from '../../core/database/db.ts';
import { STATEMENT_PRIVACY } from '../../core/database/statement-privacy.ts';
import { compareClocks } from './clock.ts';
import { advice, type Finding, ok, problem } from './finding.ts';

/** Milliseconds for the connection, and for each statement. */
const TIMEOUT = 5000;
/** The oldest version that the shop supports. */
const VERSION_MIN = 15;

type Server = {
  version: string;
  versionNumber: number;
  now: number;
  connections: number;
  canCreateTables: boolean;
  isMigrated: boolean;
  trigrams: 'installed' | 'available' | 'missing';
};

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl } = config;
  if (databaseUrl === null) return [ok('Database: an embedded PostgreSQL, which starts with `make up`')];
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  // Losing the connection also rejects the statement.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    return [problem(`${unreachable(databaseUrl, error).message}: check DATABASE_URL and the server`)];
  }
  try {
    const before = Date.now();
    const server = await askServer(client);
    return [
      checkVersion(server),
      checkRights(server),
      await checkMigrations(client, server),
      checkConnections(server, config),
      await checkLog(client),
      compareClocks('of the database', server.now, before, Date.now()),
    ];
  } finally {
    await client.end();
  }
}

async function askServer(client: Client): Promise<Server> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::int / 10000 as "versionNumber",
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       (select min(allowed) from (
         select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed
         union all select datconnlimit from pg_database where datname = current_database() and datconnlimit >= 0
         union all select rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0
       ) as limits) as connections,
       coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "canCreateTables",
       to_regclass('mikro_orm_migrations') is not null as "isMigrated",
       case when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
         when exists (select from pg_available_extensions where name = 'pg_trgm')
           and has_database_privilege(current_database(), 'create') then 'available'
         else 'missing' end as trigrams`,
  );
  const [server] = rows;
  if (server === undefined) throw new Error('The database returned nothing');
  return server;
}

function checkVersion({ version, versionNumber }: Server): Finding {
  if (versionNumber >= VERSION_MIN) return ok(`Database: PostgreSQL ${version}`);
  return problem(`Database: PostgreSQL ${version} is too old: upgrade to ${VERSION_MIN} or newer`);
}

function checkRights({ canCreateTables, trigrams }: Server): Finding {
  if (!canCreateTables) {
    return problem("Database: the user can't create tables: `alter database … owner to …` the user of DATABASE_URL");
  }
  if (trigrams === 'missing') {
    return problem('Database: no extension pg_trgm: install contrib, and `create extension pg_trgm` as a superuser');
  }
  return ok(`Database: the user can create tables, and pg_trgm is ${trigrams}`);
}

async function checkMigrations(client: Client, { isMigrated }: Server): Promise<Finding> {
  const { rows } = isMigrated
    ? await client.query<{ name: string }>('select name from mikro_orm_migrations')
    : { rows: [] };
  const done = new Set(rows.map(({ name }) => name));
  const pending = (await listKnownMigrations()).filter((name) => !done.has(name));
  if (pending.length === 0) return ok('Database: migrated');
  return problem(`Database: ${pending.length} migrations are pending: run \`node backend/migrate.ts\``);
}

function checkConnections({ connections }: Server, { databasePoolSize, redisUrl }: Config): Finding {
  const { api, worker } = CONNECTIONS;
  const pools = (databasePoolSize ?? api.pool) + (databasePoolSize ?? worker.pool);
  const withoutRedis = redisUrl === null ? api.limits + worker.queues : 0;
  const needed = pools + api.locks + worker.listeners + worker.locks + withoutRedis;
  const text = `Database: ${connections} connections are allowed, and one API with one worker uses up to ${needed}`;
  return connections >= needed
    ? ok(text)
    : problem(`${text}: raise max_connections, or the limit of the user or the database`);
}

async function checkLog(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ name: keyof typeof STATEMENT_PRIVACY; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name',
    [Object.keys(STATEMENT_PRIVACY)],
  );
  const others = rows.filter(({ name, setting }) => setting !== STATEMENT_PRIVACY[name]).map(({ name }) => name);
  if (others.length === 0) return ok("Database: the server's log has no values of statements and rows");
  const settings = others.map((name) => `${name} = ${STATEMENT_PRIVACY[name]}`).join(', ');
  return advice(`Database: the server's log may contain values of statements and rows: set ${settings}`);
}
