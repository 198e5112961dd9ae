import type { EntityManager } from './db.ts';

/**
 * What a module above knows about a module's rows, by their ids: app.ts hands it down, so that the lower module shows it
 * without importing or reading the other's tables. Ids without the fact are missing from the map.
 */
export type Facts<Fact> = (em: EntityManager, ids: readonly string[]) => Promise<Map<string, Fact>>;
