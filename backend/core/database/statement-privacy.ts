/**
 * Settings of PostgreSQL that keep values out of its log. Bound parameters aren't enough: errors repeat rows in their
 * details ("Failing row contains …"), and MikroORM writes the values into its statements. Only a superuser can change them.
 * https://www.postgresql.org/docs/current/runtime-config-logging.html
 */
export const STATEMENT_PRIVACY = {
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
};
