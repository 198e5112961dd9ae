import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeStored } from '../browser/storage.ts';
import { ApiError } from './errors.ts';
import type { LoadOptions } from './remote.ts';

const { online } = vi.hoisted(() => {
  const online = new EventTarget();
  globalThis.addEventListener = online.addEventListener.bind(online);
  return { online };
});
const { createRemote, forgetPersonalData } = await import('./remote.ts');

type PendingLoad = PromiseWithResolvers<string> & { args: string; options: LoadOptions };

const shown: string[] = [];
beforeEach(() => {
  shown.length = 0;
});

/** Remote data whose responses the test controls. */
function open(settings: { isPublic?: boolean; hiddenMax?: number; forgetsWhenHidden?: boolean } = {}) {
  const loads: PendingLoad[] = [];
  const remote = createRemote<string, string>({
    load: (args, options) => {
      const pending = { ...Promise.withResolvers<string>(), args, options };
      loads.push(pending);
      return pending.promise;
    },
    ...settings,
    onFailure: (error) => {
      shown.push(String(error));
      return String(error);
    },
  });
  const loadAt = (index: number): PendingLoad => {
    const load = loads[index];
    if (!load) throw new Error(`There was no load ${index}`);
    return load;
  };
  const stateOf = (args: string) => remote.entryOf(args).state;
  /** Subscribes like a page. @returns a function that unsubscribes */
  const show = (args: string) => {
    const leave = remote.entryOf(args).subscribe(() => undefined);
    void remote.load(args);
    return leave;
  };
  return { remote, loads, loadAt, stateOf, show };
}

/** Remote data that came with the page. */
function seeded(response: string, isCurrent = true) {
  const remoteData = open({ isPublic: true });
  remoteData.remote.seed('a', response, { isCurrent });
  return remoteData;
}

/** Remote data after its first load. */
async function loaded(response: string) {
  const remoteData = open();
  const load = remoteData.remote.load('a');
  remoteData.loadAt(0).resolve(response);
  await load;
  return remoteData;
}

describe('data that came with the page', () => {
  test('shows without a request when a page opens, and refreshes the next time', async () => {
    const { loads, loadAt, stateOf, show } = seeded('embedded');
    const leave = show('a');
    expect(stateOf('a')).toEqual({ data: 'embedded', error: null, isMissing: false, isLoading: false });
    expect(loads).toHaveLength(0);
    leave();
    show('a');
    expect(stateOf('a')).toMatchObject({ data: 'embedded', isLoading: true });
    loadAt(0).resolve('newer');
    await expect.poll(() => stateOf('a').data).toBe('newer');
  });

  test('refreshes at once if it may be old', () => {
    const { loads, stateOf, show } = seeded('old', false);
    show('a');
    expect(stateOf('a').data).toBe('old');
    expect(loads).toHaveLength(1);
  });

  test('loads for other arguments, and on demand', () => {
    const { remote, loads, show } = seeded('embedded');
    show('b');
    void remote.reload('a');
    expect(loads.map(({ args }) => args)).toEqual(['b', 'a']);
  });

  test('loads once it was dropped', () => {
    const { remote, loads, show } = seeded('embedded');
    remote.forgetHidden();
    show('a');
    expect(loads).toHaveLength(1);
  });
});

describe('a load', () => {
  test('sends one request for simultaneous subscribers', async () => {
    const { remote, loads, loadAt, stateOf } = open();
    const both = [remote.load('a'), remote.load('a')];
    expect(stateOf('a')).toMatchObject({ data: undefined, isLoading: true });
    loadAt(0).resolve('response');
    await Promise.all(both);
    expect(loads).toHaveLength(1);
    expect(stateOf('a')).toEqual({ data: 'response', error: null, isMissing: false, isLoading: false });
  });

  test('keeps the data if a refresh fails', async () => {
    const { remote, loadAt, stateOf } = await loaded('first');
    const failing = remote.load('a');
    loadAt(1).reject(new Error('No'));
    await failing;
    expect(stateOf('a')).toMatchObject({ data: 'first', error: 'Error: No', isLoading: false });
    const working = remote.load('a');
    loadAt(2).resolve('second');
    await working;
    expect(stateOf('a')).toMatchObject({ data: 'second', error: null });
    expect(shown).toEqual(['Error: No']);
  });

  test('distinguishes "not found" from other failures', async () => {
    const { remote, loadAt, stateOf } = open();
    const load = remote.load('a');
    loadAt(0).reject(new ApiError({ status: 404, data: {} }, 'Not found'));
    await load;
    expect(stateOf('a')).toMatchObject({ error: null, isMissing: true });
    expect(shown).toEqual([]);
  });

  test('is aborted when its last subscriber leaves', async () => {
    const { remote, loads, loadAt, show, stateOf } = open();
    const leave = [show('a'), show('a')];
    leave[0]?.();
    expect(loadAt(0).options.signal.aborted).toBe(false);
    leave[1]?.();
    expect(loadAt(0).options.signal.aborted).toBe(true);
    loadAt(0).reject(new DOMException('', 'AbortError'));
    show('a');
    loadAt(1).resolve('response');
    await remote.load('a');
    expect(stateOf('a').data).toBe('response');
    expect(loads).toHaveLength(2);
    expect(shown).toEqual([]);
  });

  test('continues for a waiting caller when subscribers leave', async () => {
    const { remote, loadAt, show } = open();
    const leave = show('a');
    const refresh = remote.refresh('a');
    leave();
    loadAt(1).resolve('response');
    expect(await refresh).toBe('response');
  });

  test('in the background shows only the first of consecutive failures', async () => {
    const { remote, loadAt, stateOf } = await loaded('first');
    for (const index of [1, 2]) {
      const poll = remote.load('a', { quiet: true });
      expect(stateOf('a').isLoading).toBe(false);
      loadAt(index).reject(new Error('No'));
      await poll;
    }
    expect(shown).toEqual(['Error: No']);
  });
});

describe('a late response', () => {
  test('to an older request is dropped, and its callers get the newer one', async () => {
    const { remote, loadAt, stateOf } = open();
    const older = remote.refresh('a');
    const newer = remote.refresh('a');
    expect(loadAt(0).options.signal.aborted).toBe(true);
    loadAt(1).resolve('newer');
    expect(await newer).toBe('newer');
    loadAt(0).resolve('older');
    await older;
    expect(stateOf('a').data).toBe('newer');
  });

  test('does not overwrite a newer write, and is requested again', async () => {
    const { remote, loadAt, stateOf } = await loaded('first');
    const load = remote.load('a');
    remote.write('a', 'written');
    loadAt(1).resolve('from before');
    expect(stateOf('a').data).toBe('written');
    loadAt(2).resolve('with what was written');
    await load;
    expect(stateOf('a')).toMatchObject({ data: 'with what was written', isLoading: false });
  });

  test('is dropped after a logout', async () => {
    const { remote, loadAt, stateOf } = await loaded('mine');
    const load = remote.load('a');
    forgetPersonalData();
    expect(stateOf('a').data).toBe(undefined);
    loadAt(1).resolve('mine, late');
    await load;
    expect(stateOf('a')).toMatchObject({ data: undefined, isLoading: false });
  });
});

describe('a logout', () => {
  test('keeps public data', async () => {
    const { remote, loadAt, stateOf } = open({ isPublic: true });
    const load = remote.load('a');
    loadAt(0).resolve('response');
    await load;
    forgetPersonalData();
    expect(stateOf('a').data).toBe('response');
  });

  test('followed by another login reloads what is on screen', async () => {
    const { remote, loadAt, loads, show, stateOf } = open();
    show('a');
    show('b')();
    loadAt(0).resolve('theirs');
    await remote.load('a');
    writeStored('token', 'another');
    forgetPersonalData();
    loadAt(2).resolve('mine');
    await remote.load('a');
    expect(stateOf('a').data).toBe('mine');
    expect(loads.map(({ args }) => args)).toEqual(['a', 'b', 'a']);
  });
});

describe('an optimistic change', () => {
  const adds = (letter: string) => (data: string) => data + letter;

  test('shows at once, then as the server confirms it', async () => {
    const { remote, stateOf } = await loaded('data ');
    const sent = Promise.withResolvers<string>();
    const change = remote.change(
      'a',
      adds('?'),
      () => sent.promise,
      (data, response) => data + response,
    );
    expect(stateOf('a').data).toBe('data ?');
    sent.resolve('!');
    expect(await change).toBe('!');
    expect(stateOf('a').data).toBe('data !');
  });

  test('is rolled back alone if rejected', async () => {
    const { remote, stateOf } = await loaded('');
    const rejected = Promise.withResolvers<void>();
    const accepted = Promise.withResolvers<void>();
    const first = remote.change('a', adds('1'), () => rejected.promise);
    const second = remote.change('a', adds('2'), () => accepted.promise);
    expect(stateOf('a').data).toBe('12');
    rejected.reject(new Error('No'));
    await expect(first).rejects.toThrow('No');
    expect(stateOf('a').data).toBe('2');
    accepted.resolve();
    await second;
    expect(stateOf('a').data).toBe('2');
  });

  test('survives a response that does not include it', async () => {
    const { remote, loadAt, stateOf } = await loaded('old');
    const sent = Promise.withResolvers<void>();
    const change = remote.change('a', adds(' + mine'), () => sent.promise);
    const load = remote.load('a');
    sent.resolve();
    await change;
    loadAt(1).resolve('old');
    loadAt(2).resolve('old + mine, stored');
    await load;
    expect(stateOf('a').data).toBe('old + mine, stored');
  });

  test('is ignored if confirmed after a logout', async () => {
    const { remote, stateOf } = await loaded('mine');
    const sent = Promise.withResolvers<void>();
    const change = remote.change('a', adds('!'), () => sent.promise);
    forgetPersonalData();
    sent.resolve();
    await change;
    expect(stateOf('a').data).toBe(undefined);
  });
});

describe('an equal response', () => {
  test('keeps the identity of the data', async () => {
    let response = 0;
    const remote = createRemote<null, { names: string[]; response?: number }>({
      load: async () => ({ names: ['Ana'], ...(++response === 3 && { response }) }),
    });
    await remote.load(null);
    const first = remote.peek(null);
    await remote.load(null);
    expect(remote.peek(null)).toBe(first);
    await remote.load(null);
    expect(remote.peek(null)).toEqual({ names: ['Ana'], response: 3 });
  });
});

describe('data that is no longer on screen', () => {
  test('is dropped at once if a form starts from it', async () => {
    const { remote, loadAt, show, stateOf } = open({ forgetsWhenHidden: true });
    const leave = show('a');
    loadAt(0).resolve('old');
    await remote.load('a');
    expect(stateOf('a').data).toBe('old');
    leave();
    expect(stateOf('a').data).toBe(undefined);
    remote.write('a', 'saved after the form was left');
    expect(stateOf('a').data).toBe(undefined);
  });

  test('stays for the 20 latest arguments', async () => {
    const { remote, loadAt, show } = open();
    for (let index = 0; index < 22; index += 1) {
      const leave = show(`${index}`);
      loadAt(index).resolve(`${index}`);
      await remote.load(`${index}`);
      leave();
    }
    expect(remote.all()).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 2}`));
  });
});

test('a regained connection retries once what is on screen and failed', async () => {
  const { loads, loadAt, show, stateOf } = open();
  const leave = [show('failed'), show('loaded'), show('left')];
  leave[2]?.();
  loadAt(0).reject(new TypeError('No connection'));
  loadAt(1).resolve('loaded');
  await expect.poll(() => stateOf('failed').error).toBe('TypeError: No connection');
  await expect.poll(() => stateOf('loaded').data).toBe('loaded');
  online.dispatchEvent(new Event('online'));
  expect(loads.slice(3).map(({ args }) => args)).toEqual(['failed']);
  loadAt(3).resolve('response');
  await expect.poll(() => stateOf('failed').data).toBe('response');
});

test('a pending response for data that is dropped does not bring it back', async () => {
  const { remote, loads, loadAt, stateOf } = open();
  const load = remote.load('a');
  remote.forgetHidden();
  loadAt(0).resolve('old');
  await load;
  expect(stateOf('a')).toMatchObject({ data: undefined, isLoading: false });
  const refresh = remote.refresh('a');
  remote.forgetHidden();
  expect(loads).toHaveLength(3);
  loadAt(1).resolve('old');
  loadAt(2).resolve('new');
  expect(await refresh).toBe('new');
  expect(stateOf('a').data).toBe('new');
});

test('data that is not on screen can be dropped', async () => {
  const { remote, loadAt, show, stateOf } = open();
  show('shown');
  const loads = [remote.load('shown'), remote.load('hidden')];
  loadAt(0).resolve('shown');
  loadAt(1).resolve('hidden');
  await Promise.all(loads);
  remote.forgetHidden();
  expect([stateOf('shown').data, stateOf('hidden').data]).toEqual(['shown', undefined]);
});
