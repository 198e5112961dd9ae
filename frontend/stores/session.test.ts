import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserView } from '#contract/users/users.ts';

vi.mock('wouter/use-browser-location', () => ({ navigate: () => undefined }));

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const shown: string[] = [];
vi.mock('../browser/toasts.ts', () => ({
  showToast: (_type: string, text: string) => shown.push(text),
  showOnce: (_type: string, text: string) => shown.push(text),
  dismissToasts: () => shown.splice(0),
}));

const user = { _id: 'ana', username: 'ana', email: 'ana@example.com', votedFor: [] as string[] } as UserView;

/** Opens a page's session with the given storage, and records its calls. */
async function open(stored: Record<string, string>) {
  vi.stubGlobal('history', { state: null });
  vi.stubGlobal('location', { pathname: '/', search: '' });
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const calls: { path: string; respond: (body: object) => void }[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.push({ path: url, respond: (body) => resolve(Response.json({ status: 'success', ...body })) });
    return promise;
  });
  const session = await import('./session.ts');
  const { logIn } = await import('./login.ts');
  const { rateProduct } = await import('../api/ratings.ts');
  const respond = async (path: string, body: object) => {
    await expect.poll(() => calls.some((call) => call.path.endsWith(path))).toBe(true);
    const [call] = calls.splice(
      calls.findIndex((call) => call.path.endsWith(path)),
      1,
    );
    call?.respond(body);
  };
  return { ...session, logIn, rateProduct, respond };
}

test('a stored user without a token is logged out', async () => {
  const { session, restoreSession } = await open({ user: JSON.stringify(user) });
  expect(session.user).toBe(null);
  await restoreSession();
  expect(localStorage.getItem('user')).toBe(null);
});

test('a late response about the user does not remove a rating', async () => {
  const { session, restoreSession, rateProduct, respond } = await open({ user: JSON.stringify(user), token: 't' });
  const restored = restoreSession();
  const rated = rateProduct({ productId: 'p', productRate: 5 });
  await respond('/products/single', { message: 'Thanks', product: { _id: 'p' }, user: { ...user, votedFor: ['p'] } });
  await rated;
  await respond('/user/getSingleUser', { user });
  await respond('/user/getSingleUser', { user: { ...user, votedFor: ['p'] } });
  await restored;
  expect(session.user?.votedFor).toEqual(['p']);
});

test('responses to two ratings may arrive in any order', async () => {
  const { session, rateProduct, respond } = await open({ user: JSON.stringify(user), token: 't' });
  const ratings = ['p', 'q'].map((productId) => rateProduct({ productId, productRate: 5 }));
  await respond('/products/single', { message: '', product: { _id: 'q' }, user: { ...user, votedFor: ['p', 'q'] } });
  await respond('/products/single', { message: '', product: { _id: 'p' }, user: { ...user, votedFor: ['p'] } });
  await Promise.all(ratings);
  expect(session.user?.votedFor).toEqual(['p', 'q']);
});

test('a response after the logout does not restore the session', async () => {
  const { session, restoreSession, logOut, respond } = await open({ user: JSON.stringify(user), token: 't' });
  const restored = restoreSession();
  logOut();
  await respond('/user/getSingleUser', { user });
  await restored;
  expect([session.user, localStorage.getItem('user'), localStorage.getItem('token')]).toEqual([null, null, null]);
});

test('a response about the user does not write the token, which another tab may have removed', async () => {
  const { session, restoreSession, respond } = await open({ user: JSON.stringify(user), token: 't' });
  const restored = restoreSession();
  // The other tab's logout, of which this one is not notified yet.
  for (const key of ['token', 'user']) localStorage.removeItem(key);
  await respond('/user/getSingleUser', { user });
  await restored;
  expect(localStorage.getItem('token')).toBe(null);
  await restoreSession();
  expect(session.user).toBe(null);
});

/** What the shop notes about a user. */
const notes = { searches: '["laptop"]', recentlyViewed: '["p"]', checkout: '{}' };
const keptNotes = () => Object.keys(notes).map((key) => localStorage.getItem(key));

test('a logout drops what the shop noted about the user, and keeps what they chose', async () => {
  const chosen = { comparison: '["p"]', currency: 'USD' };
  const { restoreSession, logOut, respond } = await open({
    user: JSON.stringify(user),
    token: 't',
    ...notes,
    ...chosen,
  });
  const { recentSearches } = await import('./recentSearches.ts');
  const restored = restoreSession();
  await respond('/user/getSingleUser', { user });
  await restored;
  expect(recentSearches.texts).toEqual(['laptop']);
  logOut();
  expect(recentSearches.texts).toEqual([]);
  expect(keptNotes()).toEqual([null, null, null]);
  expect(Object.keys(chosen).map((key) => localStorage.getItem(key))).toEqual(Object.values(chosen));
});

test.each([
  ['another user drops what the shop noted about the first', 'bob', [null, null, null]],
  ['the same user keeps what the shop noted', user._id, Object.values(notes)],
])('a login over a live session as %s', async (_as, _id, kept) => {
  const { logIn, respond } = await open({ user: JSON.stringify(user), token: 't', ...notes });
  const login = logIn({ email: user.email, password: 'correct horse' });
  await respond('/user/login', { user: { ...user, _id }, token: 'u' });
  await login;
  expect(keptNotes()).toEqual(kept);
  expect((await import('./recentSearches.ts')).recentSearches.texts).toEqual(kept[0] === null ? [] : ['laptop']);
});

test('a first login keeps what the visitor searched and viewed', async () => {
  const { logIn, respond } = await open(notes);
  const login = logIn({ email: user.email, password: 'correct horse' });
  await respond('/user/login', { user, token: 't' });
  await login;
  expect(keptNotes()).toEqual(Object.values(notes));
});

test('a visitor keeps their searches', async () => {
  const { restoreSession } = await open({ searches: '["laptop"]' });
  await restoreSession();
  expect(localStorage.getItem('searches')).toBe('["laptop"]');
});

test('a login clears the toasts of failed attempts', async () => {
  const { logIn, respond } = await open({});
  shown.push('Wrong email or password');
  const login = logIn({ email: user.email, password: 'correct horse' });
  await respond('/user/login', { user, token: 't' });
  await login;
  expect(shown).toEqual([]);
});
