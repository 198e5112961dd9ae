import fc from 'fast-check';
import { callsOf } from '../../testing/shop/api.ts';
import { fromManyAddresses } from './callers.ts';
import { furnish } from './furnish.ts';
import { Fuzzer, RAW } from './fuzzer.ts';
import { listOperations, nameOf } from './operations.ts';
import { drawSamples, type Samples } from './pictures.ts';
import { rawSteps } from './raw.ts';
import type { FuzzedShop } from './shop.ts';
import { callSteps } from './steps.ts';
import { Surprise } from './surprise.ts';

export type Options = {
  /** Requests to send, or a few more. */
  cases: number;
  /** The seed of the first round; each round has the next one. */
  seed: number;
  /** Sequences in each round, and the most requests in each. */
  sequences: number;
  longest: number;
  /** Calls until the shop gets new things, as cases also delete them. */
  furnishedEvery: number;
  /** Milliseconds for any answer. */
  timeMax: number;
  /** The only call to fuzz, such as "POST /user/login". */
  only?: string | undefined;
  /** The path of fast-check to one sequence of the first round. */
  path?: string | undefined;
  onFound?: (found: Found) => void;
  /** After each pass over all calls. */
  onPass?: (fuzzer: Fuzzer) => Promise<void>;
};

export type Found = { surprise: Surprise; seed: number; subject: string; path: string };

export type Campaign = { fuzzer: Fuzzer; found: Found[]; subjects: string[] };

/** Passes until a short run gives up on a call: one round misses a call about every fourth time. */
const PASSES_MAX = 20;

/** Requests spent on shrinking one surprise. */
const SHRINKS_MAX = 50;

type Sequence = ((fuzzer: Fuzzer) => Promise<void>)[];
type Subject = { name: string; sequences: fc.Arbitrary<Sequence> };

/** A step that fast-check can show and shrink. */
function steps<T>(arbitrary: fc.Arbitrary<T>, run: (fuzzer: Fuzzer, step: T) => Promise<void>) {
  return arbitrary.map((step) => (fuzzer: Fuzzer) => run(fuzzer, step));
}

/** Sequences of requests that are mostly to one call. */
function listSubjects(samples: Samples, longest: number): Subject[] {
  // What deletes comes last, and parts before the whole.
  const [deleting = [], others = []] = [true, false].map((deletes) =>
    listOperations().filter(({ method }) => deletes === (method === 'DELETE')),
  );
  const operations = [...others, ...deleting.sort((one, other) => other.path.length - one.path.length)];
  const raw = steps(rawSteps, (fuzzer, step) => fuzzer.raw(step));
  const calls = operations.map((operation) => ({
    name: nameOf(operation),
    one: steps(callSteps(operation, samples), (fuzzer, step) => fuzzer.call(step)),
  }));
  const any = fc.oneof(...calls.map(({ one }) => one));
  const sequencesOf = (one: fc.Arbitrary<Sequence[number]>) =>
    fc.array(fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: any }), {
      minLength: 1,
      maxLength: longest,
    });
  return [
    ...calls.map(({ name, one }) => ({ name, sequences: sequencesOf(one) })),
    { name: RAW, sequences: sequencesOf(raw) },
  ];
}

/** Fuzzes all calls of a shop, pass after pass, until enough requests are sent. */
export async function runCampaign(shop: FuzzedShop, options: Options): Promise<Campaign> {
  const { cases, only, onPass } = options;
  const fuzzer = await Fuzzer.start(shop, options.timeMax);
  // Only the fuzzer's own requests may write.
  await shop.setFaults({ webhooks: { drop: true } });
  const samples = await drawSamples();
  const all = listSubjects(samples, options.longest);
  const subjects = all.filter(({ name }) => only === undefined || name === only);
  if (subjects.length === 0) throw new Error(`CALL must be one of ${all.map(({ name }) => name).join(', ')}`);
  const call = fromManyAddresses(callsOf(shop.url));
  const found = new Map<string, Found>();
  const { path } = options;
  let { seed } = options;
  const isReached = ({ name }: Subject) => fuzzer.reached.has(name);
  for (let pass = 1; fuzzer.sent < cases || (pass <= PASSES_MAX && !subjects.every(isReached)); pass += 1) {
    // After the first pass, a short run only needs what it has not reached.
    const left = fuzzer.sent < cases ? subjects : subjects.filter((subject) => !isReached(subject));
    for (const [index, subject] of left.entries()) {
      if (index % options.furnishedEvery === 0) {
        await furnish({ call, callers: fuzzer.callers, known: fuzzer.known, samples, shop });
      }
      await runRound(fuzzer, subject, { ...options, seed, path }, found);
      seed += 1;
    }
    await fuzzer.writes.clear();
    await onPass?.(fuzzer);
    if (path !== undefined) break;
  }
  return { fuzzer, found: [...found.values()], subjects: subjects.map(({ name }) => name) };
}

async function runRound(
  fuzzer: Fuzzer,
  { name, sequences }: Subject,
  { seed, path = '', sequences: numRuns, onFound }: Options,
  found: Map<string, Found>,
): Promise<void> {
  let key: string | null = null;
  let shrinks = 0;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    if (key !== null) shrinks += 1;
    if (shrinks > SHRINKS_MAX) return;
    try {
      for (const run of sequence) await run(fuzzer);
    } catch (error) {
      // Each is shrunk once, and not into another one.
      if (error instanceof Surprise && (found.has(error.key) || (key !== null && error.key !== key))) return;
      if (error instanceof Surprise) key = error.key;
      throw error;
    }
  });
  const { failed, errorInstance, counterexamplePath } = await fc.check(property, { seed, path, numRuns });
  if (!failed) return;
  if (!(errorInstance instanceof Surprise)) throw errorInstance;
  const each = { surprise: errorInstance, seed, subject: name, path: counterexamplePath ?? '' };
  found.set(errorInstance.key, each);
  onFound?.(each);
}
