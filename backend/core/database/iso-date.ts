/** A timestamp of a query, which is PostgreSQL's text, in ISO 8601, UTC. */
export function isoDate(date: string): string {
  return new Date(date).toISOString();
}
