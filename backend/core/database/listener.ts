import pg from 'pg';
import type { Logger } from '../observability/log.ts';
import { watchOutage } from '../observability/outage.ts';

/**
 * Calls `onNotification` whenever PostgreSQL notifies of something on `channel`. Reconnects after a lost connection;
 * meanwhile, the listener polls.
 */
export function listen(
  url: string,
  channel: string,
  onNotification: () => void,
  log: Logger,
): { close(): Promise<void> } {
  const outage = watchOutage(log, `listening on ${channel}`);
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosing = false;

  async function connect(): Promise<void> {
    const current = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5000,
    });
    client = current;
    current.on('error', outage.failed);
    current.on('notification', onNotification);
    current.once('end', reconnect);
    try {
      await current.connect();
      await current.query(`listen ${channel}`);
      outage.worked();
      // There may have been notifications before this connection listened.
      onNotification();
    } catch (error) {
      outage.failed(error);
      await current.end();
    }
  }

  function reconnect(): void {
    if (!isClosing) retry = setTimeout(connect, 500);
  }

  const connecting = connect();
  return {
    async close() {
      isClosing = true;
      if (retry) clearTimeout(retry);
      await connecting;
      await client?.end();
    },
  };
}
