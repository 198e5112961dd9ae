import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Testbed } from '../testbed.ts';

/** A temporary failure of one part of the shop. */
export type Fault = {
  /** Its name in the report. */
  kind: string;
  /** How often it is chosen, relative to the others. */
  weight: number;
  /** The part it breaks. Faults on the same part never overlap. */
  part: string;
  /** Breaks the part, waits and restores it. Draws all random numbers first, so that a run can be repeated. */
  inject(random: Random): Promise<void>;
};

/** A group of faults, and the reasons why some of them can't happen here. */
export type FaultSource = (testbed: Testbed) => { faults: Fault[]; skipped?: Record<string, string> };

type Lasting = Omit<Fault, 'inject'> & {
  /** The least and the most milliseconds that it lasts. */
  lasts: [least: number, most: number];
  begin(random: Random): Promise<void> | void;
  end(): Promise<void> | void;
};

/** A fault that begins, lasts for some time, and ends. */
export function lasting({ lasts: [least, most], begin, end, ...fault }: Lasting): Fault {
  return {
    ...fault,
    async inject(random) {
      const milliseconds = random.integer(least, most);
      try {
        await begin(random);
        await pause(milliseconds);
      } finally {
        await end();
      }
    },
  };
}
