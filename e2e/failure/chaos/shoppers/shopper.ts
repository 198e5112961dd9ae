import { setTimeout as pause } from 'node:timers/promises';
import { write } from '../journal.ts';
import type { Random } from '../random.ts';
import { buy } from './buying.ts';
import type { Shopper, Traffic } from './people.ts';
import { pictureFile } from './pictures.ts';

const PASSWORD = 'correct horse';
/** Milliseconds between two things that a person does. */
const THOUGHT = { least: 5, most: 60 };

type Deed = { weight: number; do(traffic: Traffic, random: Random, shopper: Shopper): Promise<void> };

const deeds: readonly Deed[] = [
  { weight: 30, do: comment },
  { weight: 30, do: rate },
  { weight: 20, do: buy },
  { weight: 10, do: editProfile },
  { weight: 2, do: uploadAvatar },
];

/** One person after another comes, registers, does this and that, and asks for a new password, until the shop closes. */
export async function shop(traffic: Traffic, random: Random): Promise<void> {
  while (traffic.isOpen()) {
    const shopper = await join(traffic, random);
    if (shopper === null) {
      await pause(random.integer(100, 400));
      continue;
    }
    const count = random.integer(8, 30);
    for (let done = 0; done < count && traffic.isOpen(); done += 1) {
      await random.pickWeighted(deeds).do(traffic, random, shopper);
      await pause(random.integer(THOUGHT.least, THOUGHT.most));
    }
    await forgetPassword(traffic, shopper);
  }
}

/** Registers and logs in. @returns null if one of both did not work out: the person goes away */
async function join({ client, journal }: Traffic, random: Random): Promise<Shopper | null> {
  const username = `shopper ${crypto.randomUUID()}`;
  const email = `${username.replaceAll(' ', '-')}@example.com`;
  const registered = await client.call('register', 'POST', '/user/register', {
    body: { email, username, password: PASSWORD },
  });
  journal.users.set(email, { username, outcome: registered.outcome });
  if (registered.outcome !== 'acknowledged') return null;
  for (let tries = 0; tries < 5; tries += 1) {
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
    body: { author: 'whoever', content, productId, productTitle: 'whatever' },
  });
  journal.comments.push({ content, productId, author: isGuest ? 'Guest' : shopper.username, outcome });
}

async function rate({ client, journal, productIds }: Traffic, random: Random, shopper: Shopper): Promise<void> {
  const productId = productIds().find((id) => !shopper.rated.has(id));
  if (productId === undefined) return;
  shopper.rated.add(productId);
  const rate = random.integer(1, 5);
  // Somebody who got no answer tries again, and is told if it had worked.
  for (const mayRefuse of [[], ['conflict']]) {
    const { outcome } = await client.call('rate', 'PATCH', '/products/single', {
      token: shopper.token,
      body: { productId, productRate: rate },
      mayRefuse,
    });
    const isThere = outcome === 'refused' ? 'acknowledged' : outcome;
    journal.ratings.push({ email: shopper.email, productId, rate, outcome: isThere });
    if (outcome !== 'unknown') return;
  }
}

async function editProfile({ client, journal }: Traffic, _random: Random, { email, token }: Shopper): Promise<void> {
  const firstName = `Name ${crypto.randomUUID()}`;
  const { outcome } = await client.call('edit profile', 'PUT', '/user/editUser', { token, body: { firstName } });
  write(journal.firstNames, email, firstName, outcome);
}

async function uploadAvatar({ client, journal }: Traffic, random: Random, { email, token }: Shopper): Promise<void> {
  const form = new FormData();
  form.set('data', '{}');
  form.set('file', await pictureFile(random), 'avatar');
  const { outcome } = await client.call('upload avatar', 'PUT', '/user/editUser', { token, form });
  if (outcome === 'acknowledged') journal.avatars.add(email);
}

/** Once a person, so that one request is one email. */
async function forgetPassword({ client, journal }: Traffic, { email }: Shopper): Promise<void> {
  const { outcome } = await client.call('reset password', 'POST', '/user/forgotPassword', { body: { email } });
  journal.resets.push({ email, outcome });
}
