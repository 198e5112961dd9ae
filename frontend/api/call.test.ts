import { inspect } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { writeStored } from '../browser/storage.ts';
import { call, onSessionEnded } from './call.ts';
import type { ApiError } from './errors.ts';

vi.mock('../browser/toasts.ts', () => ({ showOnce: () => undefined }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Stubs the response of the following calls. */
function stubResponse(status: number, body: string): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

async function failureOf(request: Promise<unknown>): Promise<ApiError> {
  return request.then(
    () => expect.fail('The call succeeded'),
    (error) => error,
  );
}

test('a failed call logs its status and response, never the request', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  writeStored('token', 'secret-token');
  stubResponse(422, JSON.stringify({ status: 'error', message: 'Wrong current password', code: 'invalid' }));
  const error = await failureOf(
    call('PATCH', '/user/changePassword', { body: { currentPassword: 'secret-password' } }),
  );
  const logged = inspect([log.mock.calls, error], { depth: 20, showHidden: true });
  expect(logged).toContain('Wrong current password');
  expect(logged).toContain('422');
  expect(logged).not.toContain('secret-');
});

test.each([
  [500, '{"message":"Sorry"}', 'Sorry'],
  [502, '<h1>Bad gateway</h1>', 'Any failed. Please try again.'],
  [200, '{"status":"error","message":"Not really"}', 'Not really'],
])('a response %i %s fails with "%s"', async (status, body, message) => {
  vi.spyOn(console, 'error').mockReturnValue();
  stubResponse(status, body);
  expect(await failureOf(call('GET', '/any', { task: 'Any' }))).toMatchObject({
    message: message,
    httpStatus: status,
  });
});

test('a missing response gets its own message', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failureOf(call('GET', '/any'))).toMatchObject({
    message: "We couldn't reach the shop. Check your connection and try again.",
    httpStatus: 0,
  });
});

test('a truncated response counts as no response', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(broken));
  expect(await failureOf(call('GET', '/any'))).toMatchObject({
    message: "We couldn't reach the shop. Check your connection and try again.",
  });
});

test('an aborted request logs nothing', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const controller = new AbortController();
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  const request = failureOf(call('GET', '/any', { signal: controller.signal }));
  controller.abort();
  await request;
  expect(log).not.toHaveBeenCalled();
});

test('a 401 ends the session of the token sent, not a newer one', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const ended = vi.fn();
  onSessionEnded(ended);
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => late.promise);
  writeStored('token', 'old');
  const request = failureOf(call('GET', '/any'));
  writeStored('token', 'new');
  late.resolve(new Response('{}', { status: 401 }));
  expect((await request).isShown).toBe(true);
  expect(ended).not.toHaveBeenCalled();
  stubResponse(401, '{}');
  await failureOf(call('GET', '/any'));
  expect(ended).toHaveBeenCalledOnce();
});

test('a call that needs no login sends the token, and works if that is no longer valid', async () => {
  const ended = vi.fn();
  onSessionEnded(ended);
  writeStored('token', 'old');
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('Authorization');
    sent.push(token);
    if (token) return Response.json({ status: 'error', sessionEnded: true }, { status: 401 });
    return Response.json({ status: 'success' });
  });
  await call('POST', '/user/register', { body: {}, isOpen: true });
  expect(sent).toEqual(['old', null]);
  expect(ended).not.toHaveBeenCalled();
});

test('a wrong password is sent once, and does not end the session', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const ended = vi.fn();
  onSessionEnded(ended);
  writeStored('token', 'current');
  const refuse = vi.fn(async () => Response.json({ status: 'error', message: 'Wrong password' }, { status: 401 }));
  vi.stubGlobal('fetch', refuse);
  expect((await failureOf(call('POST', '/user/login', { isOpen: true }))).message).toBe('Wrong password');
  expect(refuse).toHaveBeenCalledOnce();
  expect(ended).not.toHaveBeenCalled();
});
