import { beforeEach, expect, test, vi } from 'vitest';
import { sendDangerous } from '../api/reauthentication.ts';
import { forgetPersonalData } from '../api/remote.ts';
import { reauthenticate, reauthentication } from './reauthentication.ts';

/** The requests of the page, oldest first. */
let paths: string[] = [];
let isAuthenticated = false;

const refusal = { status: 'error', code: 'reauthenticationRequired', message: 'Confirm your password' };

beforeEach(() => {
  paths = [];
  isAuthenticated = false;
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.slice('/api/v1'.length);
    paths.push(path);
    if (path === '/user/reauthenticate') isAuthenticated = true;
    if (path.startsWith('/user/reauthenticate') || isAuthenticated) return Response.json({ status: 'success' });
    return Response.json(refusal, { status: 403 });
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const { call } = await import('../api/call.ts');
const send = (path: string) => sendDangerous(() => call('DELETE', path));
const isAsked = () => expect.poll(() => reauthentication.question).not.toBe(null);

test('one answer is for all dangerous calls that wait for it', async () => {
  const both = Promise.all([send('/one'), send('/other')]);
  await isAsked();
  await reauthenticate({ password: 'correct horse' });
  await both;
  expect(reauthentication.question).toBe(null);
  expect(paths.filter((path) => path === '/user/reauthenticate/options')).toHaveLength(1);
  expect(paths.slice(-2).toSorted()).toEqual(['/one', '/other']);
});

test('asks again for a later call', async () => {
  const first = send('/one');
  await isAsked();
  await reauthenticate({ password: 'correct horse' });
  await first;
  isAuthenticated = false;
  const second = send('/two');
  await isAsked();
  await reauthenticate({ password: 'correct horse' });
  await second;
});

test('the end of the session closes the question', async () => {
  const refused = expect(send('/one')).rejects.toThrow(refusal.message);
  await isAsked();
  forgetPersonalData();
  await refused;
  expect(reauthentication.question).toBe(null);
});
