import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { notFound } from './errors.ts';

export type StoredObject = { id: string; object: string };

/** https://docs.stripe.com/api/pagination */
export type Page = { limit: number; startingAfter: string | null };

export type State = ReturnType<typeof openState>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, sequence);
  CREATE TABLE IF NOT EXISTS deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL REFERENCES objects (id),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_at);
  CREATE INDEX IF NOT EXISTS deliveries_event ON deliveries (event_id);
  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    answer TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
`;

/** The database file of `make up`. */
export function stateFileIn(dataDir: string): string {
  return join(dataDir, 'payments.sqlite');
}

/** How long to wait for another provider to close the file, in ms. */
const LOCK_TIMEOUT = 1000;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Opens the database file. Commits survive a killed process.
 * @throws Error if another provider has it open, since both would send its webhooks
 */
export function openState(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const database = openAlone(file);

  const insertObject = database.prepare('INSERT INTO objects (id, kind, content) VALUES (?, ?, ?)');
  const updateObject = database.prepare('UPDATE objects SET content = ? WHERE id = ?');
  const selectObject = database.prepare('SELECT content FROM objects WHERE kind = ? AND id = ?');
  const selectPage = database.prepare(
    `SELECT content FROM objects WHERE kind = ? AND (? IS NULL OR sequence < (SELECT sequence FROM objects WHERE id = ?))
     ORDER BY sequence DESC`,
  );

  return {
    database,

    insert(object: StoredObject): void {
      insertObject.run(object.id, object.object, JSON.stringify(object));
    },

    update(object: StoredObject): void {
      updateObject.run(JSON.stringify(object), object.id);
    },

    find<T extends StoredObject>(kind: T['object'], id: string): T | null {
      const row = selectObject.get(kind, id);
      return row ? JSON.parse(String(row.content)) : null;
    },

    /** @throws StripeError with `param` if there is no such object */
    get<T extends StoredObject>(kind: T['object'], id: string, param = 'id'): T {
      const row = selectObject.get(kind, id);
      if (row === undefined) throw notFound(kind, id, param);
      return JSON.parse(String(row.content));
    },

    /** Newest first, filtered by `isWanted`. @throws StripeError if `startingAfter` doesn't exist */
    list<T extends StoredObject>(kind: T['object'], { limit, startingAfter }: Page, isWanted: (object: T) => boolean) {
      if (startingAfter !== null) this.get(kind, startingAfter, 'starting_after');
      const found: T[] = [];
      for (const row of selectPage.iterate(kind, startingAfter, startingAfter)) {
        const object: T = JSON.parse(String(row.content));
        if (isWanted(object)) found.push(object);
        if (found.length > limit) break;
      }
      return { data: found.slice(0, limit), hasMore: found.length > limit };
    },

    /** Runs synchronous work atomically; no other request can interleave. */
    transaction<T>(work: () => T): T {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },

    close(): void {
      database.close();
    },
  };
}

/** The operating system releases the lock when the process ends. */
function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT });
  try {
    // The first write takes the lock and keeps it: https://www.sqlite.org/pragma.html#pragma_locking_mode
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;');
    database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new Error(`${file} is in use by another payment provider`, { cause: error });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
