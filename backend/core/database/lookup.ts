import type { EntityManager } from './db.ts';

/**
 * Looks up another module's data about rows, by id. Injected by app.ts, so that a lower module can show it without
 * importing the higher one. Ids without data are missing from the map.
 */
export type Lookup<Value> = (em: EntityManager, ids: readonly string[]) => Promise<Map<string, Value>>;
