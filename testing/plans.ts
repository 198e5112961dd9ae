import type { Pool, PoolClient } from 'pg';
import type { Database } from '../backend/core/database/db.ts';

/** A node of a plan that has run: https://www.postgresql.org/docs/current/auto-explain.html */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};
type Plan = { 'Query Text': string; Plan: PlanNode };

/**
 * Makes PostgreSQL report the plan of every statement of `database` that runs, those of triggers and foreign keys included.
 * @param tables those that grow, with `rows` each
 * @returns a function that runs `work` and names the statements that read more than half of one of the tables
 */
export async function watchPlans(
  { em }: Database,
  { tables, rows }: { tables: readonly string[]; rows: number },
): Promise<(work: () => Promise<unknown>) => Promise<string[]>> {
  const pool: Pool = await em.getConnection().getNativeClient();
  const watched = new WeakSet<PoolClient>();
  let seen: Plan[] = [];
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on('notice', ({ message }) => {
      const [, json] = message?.split(' plan:\n') ?? [];
      if (json !== undefined) seen.push(JSON.parse(json));
    });
    // Runs before the statement for which the connection was acquired.
    client.query(
      `load 'auto_explain';
       set auto_explain.log_min_duration = 0; set auto_explain.log_level = notice; set auto_explain.log_format = json;
       set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on; set auto_explain.log_timing = off`,
    );
  });

  function* wholeScans(node: PlanNode, parent?: PlanNode): Generator<PlanNode> {
    const isBig = tables.includes(node['Relation Name'] ?? '');
    if (isBig && rowsRead(node, parent) > rows / 2) yield node;
    for (const child of node.Plans ?? []) yield* wholeScans(child, node);
  }

  return async (work) => {
    seen = [];
    await work();
    return seen.flatMap(({ 'Query Text': sql, Plan: root }) =>
      [...wholeScans(root)].map((scan) => `${scan['Node Type']} on ${scan['Relation Name']}: ${sql}`),
    );
  };
}

function rowsRead(node: PlanNode, parent?: PlanNode): number {
  const discarded = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  // A limit bounds the rows that it takes, but not those that it never sees.
  const taken = parent?.['Node Type'] === 'Limit' ? 0 : (node['Actual Rows'] ?? 0);
  return (taken + discarded) * (node['Actual Loops'] ?? 1);
}
