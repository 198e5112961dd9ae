import pg from 'pg';

/** Tables that count refused calls, or what callers may use up, and that of calls with an Idempotency-Key. */
const COUNTS = ['rate_limit_count', 'upload_count', 'keyed_call'];

const PREPARE = `
  create schema fuzz;
  create unlogged table fuzz.write (id bigserial primary key, "table" text not null, by text not null);
  create function fuzz.record() returns trigger language plpgsql as $$ begin
    insert into fuzz.write ("table", by) values (tg_table_name, current_setting('application_name'));
    return null;
  end $$`;

/** Runs a statement for each table, `%I`, in a transaction of its own: locks on all of them could deadlock with the shop's. */
const forEachTable = (statement: string) => `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('${statement}', name);
      commit;
    end loop;
  end $$`;

const RECORD = forEachTable(
  'create trigger fuzz after insert or update or delete on public.%I for each row execute function fuzz.record()',
);
const STOP_RECORDING = forEachTable('drop trigger fuzz on public.%I');

/** Sees what a shop writes to its database. What a transaction rolls back was never written. */
export class Writes {
  private readonly client: pg.Client;
  private readonly apiName: string;
  private position = 0;

  private constructor(client: pg.Client, apiName: string) {
    this.client = client;
    this.apiName = apiName;
  }

  /** Adds triggers to every table. @param apiName of the connections to watch */
  static async watch(databaseUrl: string, apiName: string): Promise<Writes> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fuzz' });
    // A shop that stops ends the connection; the next statement fails, too.
    client.on('error', () => {});
    await client.connect();
    await client.query(PREPARE);
    await client.query(RECORD);
    return new Writes(client, apiName);
  }

  /** The tables that the API has written to since the last time, without those that only count. */
  async read(): Promise<string[]> {
    const { rows } = await this.client.query<{ last: string | null; tables: string[] | null }>({
      name: 'writes',
      text: `select max(id) as last, array_agg(distinct "table") filter (where by = $2 and "table" <> all ($3)) as tables
             from fuzz.write where id > $1`,
      values: [this.position, this.apiName, COUNTS],
    });
    const [row] = rows;
    if (row?.last) this.position = Number(row.last);
    return row?.tables ?? [];
  }

  /** Forgets what it has read, so that the table stays small. */
  async clear(): Promise<void> {
    await this.client.query('delete from fuzz.write where id <= $1', [this.position]);
  }

  /** Work that is unfinished, and events that failed though nobody sent a broken file. */
  async unfinished(): Promise<{ open: string[]; failed: string[] }> {
    const { rows } = await this.client.query<{ kind: 'open' | 'failed'; what: string }>(
      `select 'open' as kind, name as what from outbox_event where done_at is null and failure is null
       union all select 'open', 'picture of a ' || owner_kind from picture where state = 'waiting'
       union all select 'failed', name || ': ' || failure from outbox_event
         where failure is not null and name not in ('product.imageUploaded', 'user.avatarUploaded')`,
    );
    const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ what }) => what);
    return { open: of('open'), failed: of('failed') };
  }

  async close(): Promise<void> {
    await this.client.query(STOP_RECORDING);
    await this.client.query('drop schema fuzz cascade');
    await this.client.end();
  }
}
