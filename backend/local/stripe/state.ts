import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Whatever has an id and the name of its kind, as every object of the provider does. */
export type StoredObject = { id: string; object: string };

/** https://docs.stripe.com/api/pagination */
export type Page = { limit: number; startingAfter: string | null; endingBefore: string | null };

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

/** Opens the one file that holds everything the provider knows; what was committed survives a kill. */
export function openState(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  database.exec(SCHEMA);

  const insertObject = database.prepare('INSERT INTO objects (id, kind, content) VALUES (?, ?, ?)');
  const updateObject = database.prepare('UPDATE objects SET content = ? WHERE id = ?');
  const selectObject = database.prepare('SELECT content FROM objects WHERE kind = ? AND id = ?');

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

    /** The newest first. `isWanted` is asked of each. */
    list<T extends StoredObject>(kind: T['object'], page: Page, isWanted: (object: T) => boolean) {
      const anchor = page.startingAfter ?? page.endingBefore;
      const isBackwards = page.startingAfter === null && page.endingBefore !== null;
      const rows = database
        .prepare(
          `SELECT content FROM objects WHERE kind = ?
           ${anchor === null ? '' : `AND sequence ${isBackwards ? '>' : '<'} (SELECT sequence FROM objects WHERE id = ?)`}
           ORDER BY sequence ${isBackwards ? 'ASC' : 'DESC'}`,
        )
        .iterate(...(anchor === null ? [kind] : [kind, anchor]));
      const found: T[] = [];
      for (const row of rows) {
        const object: T = JSON.parse(String(row.content));
        if (isWanted(object)) found.push(object);
        if (found.length > page.limit) break;
      }
      const data = found.slice(0, page.limit);
      return { data: isBackwards ? data.reverse() : data, hasMore: found.length > page.limit };
    },

    /** All of `work` or nothing. It can't wait for anything, so that no other request comes between. */
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
