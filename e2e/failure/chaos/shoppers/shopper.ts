import { setTimeout as pause } from 'node:timers/promises';
import { recordWrite } from '../journal.ts';
import type { Random } from '../random.ts';
import { buy } from './buying.ts';
import type { Shopper, Traffic } from './people.ts';
import { pictureFile } from './pictures.ts';
import { report } from './reporting.ts';
import { sendBack } from './sending-back.ts';

const PASSWORD = 'correct horse';

type Action = { weight: number; run(traffic: Traffic, random: Random, shopper: Shopper): Promise<void> };

const actions: readonly Action[] = [
  { weight: 30, run: comment },
  { weight: 30, run: rate },
  { weight: 20, run: buy },
  { weight: 10, run: report },
  { weight: 10, run: sendBack },
  { weight: 10, run: editProfile },
  { weight: 2, run: uploadAvatar },
];

/** Plays one shopper after another: each registers, performs random actions and requests a password reset. */
export async function shop(traffic: Traffic, random: Random): Promise<void> {
  while (traffic.isOpen()) {
    const shopper = await registerAndLogIn(traffic, random);
    if (shopper === null) {
      await pause(random.integer(100, 400));
      continue;
    }
    const count = random.integer(8, 30);
    for (let done = 0; done < count && traffic.isOpen(); done += 1) {
      await random.pickWeighted(actions).run(traffic, random, shopper);
      await pause(random.integer(traffic.pace.thinkTime.min, traffic.pace.thinkTime.max));
    }
    await forgetPassword(traffic, shopper);
  }
}

/** @returns null if either fails */
async function registerAndLogIn({ client, journal }: Traffic, random: Random): Promise<Shopper | null> {
  const username = `shopper ${crypto.randomUUID()}`;
  const email = `${username.replaceAll(' ', '-')}@example.com`;
  const registered = await client.call('register', 'POST', '/user/register', {
    body: { email, username, password: PASSWORD },
  });
  journal.users.set(email, { username, outcome: registered.outcome });
  if (registered.outcome !== 'acknowledged') return null;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { outcome, body } = await client.call('log in', 'POST', '/user/login', {
      body: { email, password: PASSWORD },
    });
    if (outcome === 'acknowledged') {
      journal.tokens.push(body.token);
      return { email, username, token: body.token, rated: new Set() };
    }
    await pause(random.integer(200, 1000));
  }
  return null;
}

async function comment({ client, journal, productIds }: Traffic, random: Random, shopper: Shopper): Promise<void> {
  const productId = random.pick(productIds());
  const isGuest = random.chance(0.3);
  const content = `Thoughts ${crypto.randomUUID()}`;
  const { outcome } = await client.call('comment', 'POST', '/comment', {
    token: isGuest ? null : shopper.token,
    body: { author: 'ignored', content, productId, productTitle: 'ignored' },
  });
  journal.comments.push({ content, productId, author: isGuest ? 'Guest' : shopper.username, outcome });
}

async function rate({ client, journal, productIds }: Traffic, random: Random, shopper: Shopper): Promise<void> {
  const productId = productIds().find((id) => !shopper.rated.has(id));
  if (productId === undefined) return;
  shopper.rated.add(productId);
  const rate = random.integer(1, 5);
  // A retry after a lost response gets a conflict if the first attempt succeeded.
  for (const allowedErrors of [[], ['conflict']]) {
    const { outcome } = await client.call('rate', 'PATCH', '/products/single', {
      token: shopper.token,
      body: { productId, productRate: rate },
      allowedErrors,
    });
    const finalOutcome = outcome === 'refused' ? 'acknowledged' : outcome;
    journal.ratings.push({ email: shopper.email, productId, rate, outcome: finalOutcome });
    if (outcome !== 'unknown') return;
  }
}

async function editProfile({ client, journal }: Traffic, _random: Random, { email, token }: Shopper): Promise<void> {
  const firstName = `Name ${crypto.randomUUID()}`;
  const { outcome } = await client.call('edit profile', 'PUT', '/user/editUser', { token, body: { firstName } });
  recordWrite(journal.firstNames, email, firstName, outcome);
}

async function uploadAvatar({ client, journal }: Traffic, random: Random, { email, token }: Shopper): Promise<void> {
  const form = new FormData();
  form.set('data', '{}');
  form.set('file', await pictureFile(random), 'avatar');
  const { outcome } = await client.call('upload avatar', 'PUT', '/user/editUser', { token, form });
  if (outcome === 'acknowledged') journal.avatars.add(email);
}

/** Runs once per shopper, so that each request is one email. */
async function forgetPassword({ client, journal }: Traffic, { email }: Shopper): Promise<void> {
  const { outcome } = await client.call('reset password', 'POST', '/user/forgotPassword', { body: { email } });
  journal.resets.push({ email, outcome });
}
