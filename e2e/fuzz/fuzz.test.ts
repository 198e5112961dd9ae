import { randomInt } from 'node:crypto';
import type { Middleware } from 'koa';
import { expect, test } from 'vitest';
import { startTestShop } from '../../testing/shop/shop.ts';
import { type Options, runCampaign } from './campaign.ts';
import { findGaps, formatSurprise } from './report.ts';

let isBroken = false;
/** Without the shop, which would refuse an address that asks often while the case is made smaller. */
const breakSuggestions: Middleware = async (ctx, next) => {
  const isMet = isBroken && ctx.path.endsWith('/suggestions') && String(ctx.query.search).includes('%');
  if (isMet) ctx.throw(500);
  await next();
};

const shop = await startTestShop({
  trustedProxies: 1,
  refusesOverload: true,
  observers: [breakSuggestions],
  // One API, so that the process needs no other name for its connections.
  apis: 1,
  redisUrl: null,
  s3: null,
});
const seed = randomInt(2 ** 30);
// Other tests run at the same time, so an answer may take long.
const share = { cases: 1, sequences: 1, longest: 2, furnishedEvery: 100, timeMax: 30_000 };

async function fuzz(options: Partial<Options>) {
  await shop.admin();
  const root = { email: 'admin@example.com', password: 'admin password' };
  const fuzzed = { ...shop, mailboxUrl: shop.mailbox.url, root, apiName: '' };
  const campaign = await runCampaign(fuzzed, { ...share, seed, ...options });
  await campaign.fuzzer.close();
  return campaign;
}

test(`every call answers as described to whatever it is sent (seed ${seed})`, async () => {
  const campaign = await fuzz({});
  expect(campaign.found.map(formatSurprise)).toEqual([]);
  expect(findGaps(campaign).unreached).toEqual([]);
});

test('a defect is found once, and its line repeats it', async () => {
  isBroken = true;
  const only = 'GET /products/suggestions';
  const { found } = await fuzz({ only, sequences: 100 });
  expect(found.map(({ surprise }) => surprise.message)).toEqual([expect.stringContaining('the status is 500')]);
  const [{ path, seed } = { path: '', seed: 0 }] = found;
  expect(found.map(formatSurprise).join()).toContain(`make fuzz SEED=${seed} CALL='${only}' CASE=${path}`);
  const repeated = await fuzz({ only, seed, path, sequences: 100 });
  expect(repeated.found.map(({ surprise }) => surprise.line)).toEqual(found.map(({ surprise }) => surprise.line));
});
