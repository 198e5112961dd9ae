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
