import type { DatabaseError, PoolClient } from 'pg';

/**
 * Removes what PostgreSQL's errors repeat of a row: "Failing row contains (…)" and "Key (email)=(…)" in their details, and
 * the values of a COPY in their context. The ORM copies these into messages, and so into logs and failed jobs.
 * See https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
export function redactErrors(client: PoolClient): void {
  client.connection.prependListener('errorMessage', (error: DatabaseError) => {
    error.detail = undefined;
    error.where = undefined;
  });
}
