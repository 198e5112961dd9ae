import { beforeEach, describe, expect, test } from 'vitest';
import { writeStored } from '../storage.ts';
import { ApiError } from './errors.ts';
import { createRemote, forgetPersonalData, type LoadOptions } from './remote.ts';

type Question = PromiseWithResolvers<string> & { args: string; options: LoadOptions };

const shown: string[] = [];
beforeEach(() => {
  shown.length = 0;
});

/** Remote data whose responses the test controls. */
function open({ isPublic = false } = {}) {
  const questions: Question[] = [];
  const remote = createRemote<string, string>({
    load: (args, options) => {
      const question = { ...Promise.withResolvers<string>(), args, options };
      questions.push(question);
      return question.promise;
    },
    isPublic,
    onFailure: (error) => {
      shown.push(String(error));
      return String(error);
    },
  });
  const question = (place: number): Question => {
    const asked = questions[place];
    if (!asked) throw new Error(`Question ${place} has not been asked`);
    return asked;
  };
  const stateOf = (args: string) => remote.entryOf(args).state;
  /** Subscribes as a page does. @returns unsubscribes */
  const show = (args: string) => {
    const leave = remote.entryOf(args).subscribe(() => undefined);
    void remote.load(args);
    return leave;
  };
  return { remote, questions, question, stateOf, show };
}

/** Remote data after its first load. */
async function loaded(answer: string) {
  const opened = open();
  const load = opened.remote.load('a');
  opened.question(0).resolve(answer);
  await load;
  return opened;
}

describe('a load', () => {
  test('sends one request for simultaneous subscribers', async () => {
    const { remote, questions, question, stateOf } = open();
    const both = [remote.load('a'), remote.load('a')];
    expect(stateOf('a')).toMatchObject({ data: undefined, isLoading: true });
    question(0).resolve('answer');
    await Promise.all(both);
    expect(questions).toHaveLength(1);
    expect(stateOf('a')).toEqual({ data: 'answer', error: null, isMissing: false, isLoading: false });
  });

  test('keeps the data if a refresh fails', async () => {
    const { remote, question, stateOf } = await loaded('first');
    const failing = remote.load('a');
    question(1).reject(new Error('No'));
    await failing;
    expect(stateOf('a')).toMatchObject({ data: 'first', error: 'Error: No', isLoading: false });
    const working = remote.load('a');
    question(2).resolve('second');
    await working;
    expect(stateOf('a')).toMatchObject({ data: 'second', error: null });
    expect(shown).toEqual(['Error: No']);
  });

  test('distinguishes "not found" from other failures', async () => {
    const { remote, question, stateOf } = open();
    const load = remote.load('a');
    question(0).reject(new ApiError({ status: 404, data: {} }, 'Not found'));
    await load;
    expect(stateOf('a')).toMatchObject({ error: null, isMissing: true });
    expect(shown).toEqual([]);
  });

  test('is aborted when its last subscriber leaves', async () => {
    const { remote, questions, question, show, stateOf } = open();
    const leave = [show('a'), show('a')];
    leave[0]?.();
    expect(question(0).options.signal.aborted).toBe(false);
    leave[1]?.();
    expect(question(0).options.signal.aborted).toBe(true);
    question(0).reject(new DOMException('', 'AbortError'));
    show('a');
    question(1).resolve('answer');
    await remote.load('a');
    expect(stateOf('a').data).toBe('answer');
    expect(questions).toHaveLength(2);
    expect(shown).toEqual([]);
  });

  test('continues for a waiting caller when subscribers leave', async () => {
    const { remote, question, show } = open();
    const leave = show('a');
    const refresh = remote.refresh('a');
    leave();
    question(1).resolve('answer');
    expect(await refresh).toBe('answer');
  });

  test('in the background shows only the first of consecutive failures', async () => {
    const { remote, question, stateOf } = await loaded('first');
    for (const place of [1, 2]) {
      const poll = remote.load('a', { quiet: true });
      expect(stateOf('a').isLoading).toBe(false);
      question(place).reject(new Error('No'));
      await poll;
    }
    expect(shown).toEqual(['Error: No']);
  });
});

describe('a late response', () => {
  test('to an older request is dropped, and its callers get the newer one', async () => {
    const { remote, question, stateOf } = open();
    const older = remote.refresh('a');
    const newer = remote.refresh('a');
    expect(question(0).options.signal.aborted).toBe(true);
    question(1).resolve('newer');
    expect(await newer).toBe('newer');
    question(0).resolve('older');
    await older;
    expect(stateOf('a').data).toBe('newer');
  });

  test('does not overwrite a newer write, and is requested again', async () => {
    const { remote, question, stateOf } = await loaded('first');
    const load = remote.load('a');
    remote.write('a', 'written');
    question(1).resolve('from before');
    expect(stateOf('a').data).toBe('written');
    question(2).resolve('with what was written');
    await load;
    expect(stateOf('a')).toMatchObject({ data: 'with what was written', isLoading: false });
  });

  test('is dropped after a logout', async () => {
    const { remote, question, stateOf } = await loaded('mine');
    const load = remote.load('a');
    forgetPersonalData();
    expect(stateOf('a').data).toBe(undefined);
    question(1).resolve('mine, late');
    await load;
    expect(stateOf('a')).toMatchObject({ data: undefined, isLoading: false });
  });
});

describe('a logout', () => {
  test('keeps public data', async () => {
    const { remote, question, stateOf } = open({ isPublic: true });
    const load = remote.load('a');
    question(0).resolve('answer');
    await load;
    forgetPersonalData();
    expect(stateOf('a').data).toBe('answer');
  });

  test('followed by another login reloads what is on screen', async () => {
    const { remote, question, questions, show, stateOf } = open();
    show('a');
    show('b')();
    question(0).resolve('theirs');
    await remote.load('a');
    writeStored('token', 'another');
    forgetPersonalData();
    question(2).resolve('mine');
    await remote.load('a');
    expect(stateOf('a').data).toBe('mine');
    expect(questions.map(({ args }) => args)).toEqual(['a', 'b', 'a']);
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
      (data, answer) => data + answer,
    );
    expect(stateOf('a').data).toBe('data ?');
    sent.resolve('!');
    expect(await change).toBe('!');
    expect(stateOf('a').data).toBe('data !');
  });

  test('is rolled back alone if rejected', async () => {
    const { remote, stateOf } = await loaded('');
    const refused = Promise.withResolvers<void>();
    const accepted = Promise.withResolvers<void>();
    const first = remote.change('a', adds('1'), () => refused.promise);
    const second = remote.change('a', adds('2'), () => accepted.promise);
    expect(stateOf('a').data).toBe('12');
    refused.reject(new Error('No'));
    await expect(first).rejects.toThrow('No');
    expect(stateOf('a').data).toBe('2');
    accepted.resolve();
    await second;
    expect(stateOf('a').data).toBe('2');
  });

  test('survives a response that does not include it', async () => {
    const { remote, question, stateOf } = await loaded('old');
    const sent = Promise.withResolvers<void>();
    const change = remote.change('a', adds(' + mine'), () => sent.promise);
    const load = remote.load('a');
    sent.resolve();
    await change;
    question(1).resolve('old');
    question(2).resolve('old + mine, stored');
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

test('data that is not on screen can be dropped', async () => {
  const { remote, question, show, stateOf } = open();
  show('shown');
  const loads = [remote.load('shown'), remote.load('hidden')];
  question(0).resolve('shown');
  question(1).resolve('hidden');
  await Promise.all(loads);
  remote.forgetHidden();
  expect([stateOf('shown').data, stateOf('hidden').data]).toEqual(['shown', undefined]);
});
