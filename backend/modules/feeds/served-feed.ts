import { createHash } from 'node:crypto';
import { once } from 'node:events';
import pLimit from 'p-limit';
import { currencies } from '#contract/values/money.ts';
import { m } from '#messages';
import { inLanguage, keepLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import { type EntityManager, openSnapshot } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { acceptedEncoding } from '../../core/http/encodings.ts';
import type { ShopContext } from '../../core/http/http.ts';
import { sendWhileRead } from '../../core/http/streamed-body.ts';
import { readContentTag } from '../catalogue/changes/catalogue-changes.queries.ts';
import { readFeedProducts } from '../catalogue/feeds/feed-products.queries.ts';
import { listActiveMethods } from '../delivery/delivery.queries.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { feedRow, type RowTerms } from './feed-row.ts';
import type { FeedRecord } from './feeds.queries.ts';
import { formats } from './formats.ts';

export type FeedSource = { publicUrl: string; settings: ShopSettings };

/** Part of each ETag: increase it when a format changes. */
const FORMAT_VERSION = 1;
/** Each download takes a connection of the pool. */
const AT_ONCE = 3;
const WAITING_MAX = 30;
/** Milliseconds for a download, after which it breaks off: its snapshot keeps PostgreSQL from cleaning up. */
const LONGEST = 10 * 60 * 1000;

const slots = pLimit(AT_ONCE);

/**
 * Sends a feed as it is at this moment: all rows are of one snapshot of the database, also while an import runs, and its ETag
 * says which. A reader who has that one gets a 304, without a look at any product.
 * @throws AppError unavailable if too many feeds are being sent; tooMany
 */
export async function sendFeed(ctx: ShopContext, feed: FeedRecord, source: FeedSource): Promise<void> {
  ctx.status = 200;
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.vary('Accept-Encoding');
  const { mediaType, header } = formats[feed.format];
  const known = await findVersion(ctx.state.em, feed, source);
  describe(ctx, known);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (ctx.method === 'HEAD') return sendWhileRead(ctx, mediaType, nothing());
  await ctx.state.quotas.take('feed', { userId: null, address: ctx.ip });
  await takeSlot(ctx);
  const snapshot = await openSnapshot(ctx.state.em);
  // It may have changed while this one waited.
  const current = await readVersion(snapshot.em, feed, source).catch(async (error) => {
    await snapshot.close();
    throw error;
  });
  closeWith(ctx, () => snapshot.close());
  describe(ctx, current);
  sendWhileRead(ctx, mediaType, keepLanguage(linesOf(snapshot.em, feed, header, current.terms), current.language));
}

async function* linesOf(
  em: EntityManager,
  { format }: FeedRecord,
  header: string,
  terms: RowTerms,
): AsyncGenerator<Buffer> {
  const { write, hasSoldOut } = formats[format];
  yield Buffer.from(header);
  for await (const products of readFeedProducts(em)) {
    const shown = hasSoldOut ? products : products.filter(({ isSoldOut }) => !isSoldOut);
    yield Buffer.from(write(shown.map((product) => feedRow(product, terms))));
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

type Version = Awaited<ReturnType<typeof readVersion>>;

async function findVersion(em: EntityManager, feed: FeedRecord, source: FeedSource): Promise<Version> {
  const snapshot = await openSnapshot(em);
  try {
    return await readVersion(snapshot.em, feed, source);
  } finally {
    await snapshot.close();
  }
}

/** What a feed is made of besides its products, and a hash of that and of the state of the catalogue. */
async function readVersion(
  em: EntityManager,
  { format, language: wanted, currency, country }: FeedRecord,
  { publicUrl, settings }: FeedSource,
) {
  const { name: seller, languages } = await settings.read(em);
  // Pages of a language that has been switched off are gone.
  const language = languages.find((code) => code === wanted) ?? DEFAULT_LANGUAGE;
  const methods = await inLanguage(language, () => listActiveMethods(em));
  const terms: RowTerms = { publicUrl, currency, country, methods, seller };
  const parts = [FORMAT_VERSION, format, language, terms, currencies[currency], await readContentTag(em)];
  return { language, terms, hash: createHash('sha256').update(JSON.stringify(parts)).digest('base64url') };
}

/** Strong, so each encoding has its own (RFC 9110, 8.8.3). */
function describe(ctx: ShopContext, { hash, language }: Version): void {
  ctx.etag = `"${hash}.${acceptedEncoding(ctx)}"`;
  ctx.set('Content-Language', language);
}

/** Waits for a slot, which it frees once the response is closed. @throws AppError unavailable */
function takeSlot(ctx: ShopContext): Promise<void> {
  if (slots.pendingCount >= WAITING_MAX) throw new AppError('unavailable', m.api.busy(), { retryAfter: 60 });
  return new Promise((start) => {
    void slots(async () => {
      start();
      if (!ctx.res.closed) await once(ctx.res, 'close');
    });
  });
}

/** Calls `close` once the response is closed, which it is at the latest after LONGEST. */
function closeWith({ app, res }: ShopContext, close: () => Promise<void>): void {
  const timer = setTimeout(() => res.destroy(new Error('A feed took too long')), LONGEST);
  const end = () => {
    clearTimeout(timer);
    close().catch((error) => app.emit('error', error));
  };
  if (res.closed) end();
  else res.once('close', end);
}
