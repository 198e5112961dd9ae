import { SpanKind, trace } from '@opentelemetry/api';
import type { PoolClient, QueryConfig } from 'pg';
import { traced } from '../observability/tracing.ts';

/** Traces the statements of a connection that belong to a request or job. */
export function traceStatements(client: PoolClient): void {
  const clients: PoolClient = Object.getPrototypeOf(client);
  const query = (...values: unknown[]): Promise<unknown> => Reflect.apply(clients.query, client, values);
  const tracedQuery = (statement: string | QueryConfig, ...rest: unknown[]) => {
    // Cursors report through events instead of a promise.
    if (trace.getActiveSpan() === undefined || isCursor(statement)) return query(statement, ...rest);
    const text = withoutValues(typeof statement === 'string' ? statement : statement.text);
    const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? 'statement';
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text };
    return traced(operation, { kind: SpanKind.CLIENT, attributes }, () => query(statement, ...rest));
  };
  client.query = tracedQuery as typeof client.query;
}

function isCursor(statement: string | QueryConfig): boolean {
  return typeof statement === 'object' && 'submit' in statement;
}

/** The ORM writes the values of some statements into their text. */
function withoutValues(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, '?').replace(/(?<![\w$])\d+(?:\.\d+)?\b/g, '?');
}
