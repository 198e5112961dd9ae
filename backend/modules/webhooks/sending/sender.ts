import { Agent } from 'undici';
import type { Database } from '../../../core/database/db.ts';
import { startPolling } from '../../../core/database/polling.ts';
import { type AddressRules, publicConnector } from '../../../core/http/public-addresses.ts';
import type { Logger } from '../../../core/observability/log.ts';
import { webhookTries } from '../../../core/observability/metrics.ts';
import type { SecretBox } from '../../../core/process/secret-box.ts';
import { DELIVERIES_CHANNEL } from '../deliveries.service.ts';
import { signedHeaders } from '../signatures.ts';
import { type Claim, claimDue } from './claims.ts';
import { Lane, TRIES_AT_FIRST } from './lane.ts';
import { ResultWriter } from './result-writer.ts';
import { releaseClaims } from './results.ts';
import { type SendingTimes, waitAfter } from './schedule.ts';
import { post } from './try.ts';

export type SenderOptions = {
  database: Database;
  databaseUrl: string;
  secrets: SecretBox;
  addresses: AddressRules;
  times: SendingTimes;
  log: Logger;
};

export type Sender = {
  /** Begins no more tries, and cuts off those that still run after `deadline` milliseconds: they begin anew elsewhere. */
  close(deadline: number): Promise<void>;
};

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'WebShop-Webhooks' };

/**
 * Sends endpoints what is due. The rows of the table are the queue, which any number of senders share; each takes no more of
 * an endpoint's than its lane lets, so that its memory doesn't grow with what waits, and no endpoint waits for another.
 */
export function startSender({ database, databaseUrl, secrets, addresses, times, log }: SenderOptions): Sender {
  const dispatcher = new Agent({ connect: publicConnector(addresses, times.timeout) });
  const lanes = new Map<string, Lane>();
  const tries = new Map<Claim, { cut: AbortController; done: Promise<void> }>();
  const cutOff: Claim[] = [];
  const results = new ResultWriter(database, times.patience, log);
  let isOver = false;

  async function look(): Promise<false> {
    for (const [id, lane] of lanes) if (lane.isIdle) lanes.delete(id);
    const free = new Map([...lanes].map(([id, lane]) => [id, lane.free]));
    const claims = await claimDue(database.em.fork(), free, TRIES_AT_FIRST, times.lease);
    const byWebhook = Map.groupBy(claims, ({ webhookId }) => webhookId);
    for (const id of byWebhook.keys()) if (!lanes.has(id)) lanes.set(id, new Lane(times.rest));
    for (const [id, lane] of lanes) {
      const own = byWebhook.get(id) ?? [];
      lane.begin(own.length, free.get(id) ?? TRIES_AT_FIRST);
      for (const claim of own) begin(claim, lane);
    }
    return false;
  }

  function begin(claim: Claim, lane: Lane): void {
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), times.timeout);
    const end = (succeeded: boolean) => {
      clearTimeout(timer);
      tries.delete(claim);
      lane.end(succeeded);
      if (Number.isFinite(lane.due)) setTimeout(polling.wake, lane.due).unref();
    };
    const done = deliver(claim, cut.signal).then(end, (error) => {
      // Such as a secret that another key has sealed. It is tried again when its lease is over.
      log.error({ err: error, webhook: claim.webhookId }, 'could not try a webhook');
      end(false);
    });
    tries.set(claim, { cut, done });
  }

  /** @returns whether the endpoint has accepted it */
  async function deliver(claim: Claim, signal: AbortSignal): Promise<boolean> {
    const { id: deliveryId, webhookId, url, body, lease } = claim;
    const sealed = [claim.secret, ...(claim.formerSecret === null ? [] : [claim.formerSecret])];
    const opened = sealed.map((secret) => secrets.open(secret, webhookId));
    const headers = { ...HEADERS, ...signedHeaders(deliveryId, body, opened) };
    const start = performance.now();
    const { retryAfter, ...answer } = await post(dispatcher, { url, headers, body }, signal);
    const { status } = answer;
    if (status === null && isOver) {
      cutOff.push(claim);
      return false;
    }
    const succeeded = status !== null && status >= 200 && status < 300;
    webhookTries.inc({ result: succeeded ? 'delivered' : 'failed' });
    const wait = succeeded ? null : waitAfter(times, claim.step, retryAfter);
    const durationMs = Math.round(performance.now() - start);
    const [number, step] = [claim.tries + 1, claim.step + 1];
    results.add({ deliveryId, webhookId, url, lease, ...answer, number, step, durationMs, wait, succeeded });
    return succeeded;
  }

  const polling = startPolling(
    { databaseUrl, channel: DELIVERIES_CHANNEL, every: times.poll, name: 'webhooks', log },
    look,
  );
  return {
    async close(deadline) {
      await polling.close();
      const timer = setTimeout(() => {
        isOver = true;
        for (const { cut } of tries.values()) cut.abort();
      }, deadline);
      await Promise.all([...tries.values()].map(({ done }) => done));
      clearTimeout(timer);
      await results.close();
      await releaseClaims(database.em.fork(), cutOff);
      await dispatcher.destroy();
    },
  };
}
