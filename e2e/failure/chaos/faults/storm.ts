import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Testbed } from '../testbed.ts';
import type { Fault } from './fault.ts';
import { sources } from './sources.ts';

/** Milliseconds between the starts of two faults. */
const GAP = { min: 600, max: 2600 };

type Planned = { at: number; fault: Fault; random: Random };

/** The time of one fault, in milliseconds since 1970. */
export type FaultWindow = { kind: string; begin: number; end: number };

export type Storm = {
  /** Every fault injected so far. */
  windows: FaultWindow[];
  /** Faults that can't be injected here, and why. */
  skipped: Record<string, string>;
  /** All kinds of faults in this run. */
  kinds: string[];
  /** Resolves after the last fault. Rejects if a fault itself fails: the suite is broken then. */
  finished: Promise<void>;
};

/** Plans faults for a number of milliseconds. The same seed gives the same plan. */
export function planFaults(random: Random, faults: readonly Fault[], milliseconds: number): Planned[] {
  const plan: Planned[] = [];
  let at = random.integer(GAP.min, GAP.max);
  while (at < milliseconds) {
    const fault = random.pickWeighted(faults);
    plan.push({ at, fault, random: random.fork(`fault ${plan.length}`) });
    at += random.integer(GAP.min, GAP.max);
  }
  return plan;
}

/** Injects faults for a number of milliseconds: in parallel on different parts, in sequence on the same part. */
export function startStorm(testbed: Testbed, random: Random, milliseconds: number): Storm {
  const { faults, skipped } = collect(testbed);
  const windows: FaultWindow[] = [];
  const parts = new Map<string, Promise<void>>();

  async function injectAfter(previous: Promise<void> | undefined, { fault, random }: Planned, deadline: number) {
    await previous;
    // Earlier faults on this part may last until the end.
    if (performance.now() > deadline) return;
    const window = { kind: fault.kind, begin: Date.now(), end: Number.POSITIVE_INFINITY };
    windows.push(window);
    await fault.inject(random);
    window.end = Date.now();
  }

  async function run(): Promise<void> {
    const start = performance.now();
    for (const planned of planFaults(random, faults, milliseconds)) {
      await pause(Math.max(0, start + planned.at - performance.now()));
      const { part } = planned.fault;
      const injected = injectAfter(parts.get(part), planned, start + milliseconds);
      // A failure is reported through `finished`.
      injected.catch(() => {});
      parts.set(part, injected);
    }
    await pause(Math.max(0, start + milliseconds - performance.now()));
    await Promise.all(parts.values());
  }

  return { windows, skipped, kinds: [...new Set(faults.map(({ kind }) => kind))], finished: run() };
}

function collect(testbed: Testbed): { faults: Fault[]; skipped: Record<string, string> } {
  const collected = sources.map((source) => source(testbed));
  return {
    faults: collected.flatMap(({ faults }) => faults),
    skipped: Object.assign({}, ...collected.map(({ skipped }) => skipped ?? {})),
  };
}
