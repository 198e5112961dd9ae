import { hashToken } from '../../../../backend/core/http/sessions.ts';
import type { Field, Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding, newFinding } from './finding.ts';

/** Checks that every acknowledged write exists once, and that no refused write exists. */
export async function checkWrites(evidence: Evidence, journal: Journal): Promise<Finding[]> {
  const { em, users, products } = evidence;
  const sessions = await em.execute<{ hash: string }[]>('select token_hash as hash from session');
  const ratings = await em.execute<{ key: string }[]>(
    `select u.email || ' ' || r.product_id as key from rating r join user_account u on u.id = r.user_id`,
  );
  const comments = await em.execute<{ key: string }[]>(
    `select author || ' ' || product_id || ' ' || content as key from comment`,
  );
  const categories = await em.execute<{ name: string }[]>('select name from category');
  return [
    checkPresence(
      'registrations',
      [...journal.users].map(([email, { outcome }]) => ({ key: email, outcome })),
      countBy(users, ({ email }) => email),
    ),
    checkPresence(
      'sessions',
      journal.tokens.map((token) => ({ key: hashToken(token), outcome: 'acknowledged' })),
      countBy(sessions, ({ hash }) => hash),
    ),
    checkPresence(
      'ratings',
      journal.ratings.map(({ email, productId, outcome }) => ({ key: `${email} ${productId}`, outcome })),
      countBy(ratings, ({ key }) => key),
    ),
    checkPresence(
      'comments',
      journal.comments.map(({ author, productId, content, outcome }) => ({
        key: `${author} ${productId} ${content}`,
        outcome,
      })),
      countBy(comments, ({ key }) => key),
    ),
    checkPresence(
      'categories',
      journal.categories.map(({ name, outcome }) => ({ key: name, outcome })),
      countBy(categories, ({ name }) => name),
    ),
    checkProducts(evidence, journal),
    checkFields('profiles', journal.firstNames, new Map(users.map(({ email, firstName }) => [email, firstName]))),
    checkFields(
      'product edits',
      journal.descriptions,
      new Map(products.map(({ id, description }) => [id, description])),
    ),
  ];
}

/** Products whose deletion was acknowledged must be gone; those with an unknown deletion may be. */
function checkProducts({ products }: Evidence, { products: added, deletedProducts }: Journal): Finding {
  const possiblyDeleted = new Set(
    deletedProducts.filter(({ outcome }) => outcome !== 'refused').map(({ title }) => title),
  );
  const finding = checkPresence(
    'products',
    added.filter(({ title }) => !possiblyDeleted.has(title)).map(({ title, outcome }) => ({ key: title, outcome })),
    countBy(products, ({ title }) => title),
  );
  const existing = new Set(products.map(({ title }) => title));
  for (const { title, outcome } of deletedProducts) {
    if (outcome === 'acknowledged' && existing.has(title)) finding.wrong.push(`${title} was deleted but exists`);
  }
  return finding;
}

function checkFields(name: string, fields: Map<string, Field>, found: Map<string, string>): Finding {
  const finding = newFinding(name, fields.size);
  for (const [key, { last, unknown }] of fields) {
    const value = found.get(key);
    if (value === undefined || value === last || unknown.has(value)) continue;
    if (last !== null) finding.lost.push(`${key} is ${value}, expected ${last}`);
  }
  return finding;
}
