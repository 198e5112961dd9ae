import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Surroundings } from '../surroundings.ts';
import { diskFaults } from './disk.ts';
import type { Fault } from './fault.ts';
import { mailFaults } from './mail.ts';
import { networkFaults } from './network.ts';
import { processFaults } from './processes.ts';
import { providerFaults } from './provider.ts';
import { serverFaults } from './servers.ts';

const sources = [processFaults, serverFaults, networkFaults, providerFaults, mailFaults, diskFaults];

/** Milliseconds from one fault to the next. */
const GAP = { least: 600, most: 2600 };

type Planned = { at: number; fault: Fault; random: Random };

/** A period in which something was wrong, in milliseconds since 1970. */
export type Period = { kind: string; begin: number; end: number };

export type Storm = {
  /** Every fault that has happened, with its time. */
  periods: Period[];
  /** Faults that can't happen here, and why. */
  missing: Record<string, string>;
  /** All that there are. */
  kinds: string[];
  /** Resolves when the last one is over. @throws what a fault throws: then the suite itself is broken */
  over: Promise<void>;
};

/** Which faults happen when, within so many milliseconds: the same for the same chance. */
export function planFaults(random: Random, faults: readonly Fault[], milliseconds: number): Planned[] {
  const plan: Planned[] = [];
  let at = random.integer(GAP.least, GAP.most);
  while (at < milliseconds) {
    const fault = random.pickWeighted(faults);
    plan.push({ at, fault, random: random.fork(`fault ${plan.length}`) });
    at += random.integer(GAP.least, GAP.most);
  }
  return plan;
}

/** Lets faults happen for so many milliseconds, on several parts at once, on one part one after the other. */
export function startStorm(surroundings: Surroundings, random: Random, milliseconds: number): Storm {
  const { faults, missing } = collect(surroundings);
  const periods: Period[] = [];
  const parts = new Map<string, Promise<void>>();

  async function happen({ fault, random }: Planned, earlier: Promise<void> | undefined, deadline: number) {
    await earlier;
    // The part was broken for so long that the storm is over.
    if (performance.now() > deadline) return;
    const period = { kind: fault.kind, begin: Date.now(), end: Number.POSITIVE_INFINITY };
    periods.push(period);
    await fault.happen(random);
    period.end = Date.now();
  }

  async function blow(): Promise<void> {
    const start = performance.now();
    for (const planned of planFaults(random, faults, milliseconds)) {
      await pause(Math.max(0, start + planned.at - performance.now()));
      const { part } = planned.fault;
      const happening = happen(planned, parts.get(part), start + milliseconds);
      happening.catch(() => {});
      parts.set(part, happening);
    }
    await pause(Math.max(0, start + milliseconds - performance.now()));
    await Promise.all(parts.values());
  }

  return { periods, missing, kinds: [...new Set(faults.map(({ kind }) => kind))], over: blow() };
}

function collect(surroundings: Surroundings): { faults: Fault[]; missing: Record<string, string> } {
  const collected = sources.map((source) => source(surroundings));
  return {
    faults: collected.flatMap(({ faults }) => faults),
    missing: Object.assign({}, ...collected.map(({ missing }) => missing ?? {})),
  };
}
