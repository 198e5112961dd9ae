import type { Random } from '../random.ts';
import type { Surroundings } from '../surroundings.ts';

/** Something that goes wrong for a while. */
export type Fault = {
  /** What the table calls it. */
  kind: string;
  /** How often it is drawn, beside the others. */
  weight: number;
  /** What it breaks: of two faults on one part, the second waits until the first is over. */
  part: string;
  /** Breaks it, lets it be broken, and puts it right again. Draws all its chance before it begins to wait. */
  happen(random: Random): Promise<void>;
};

/** Faults of one sort, and why there are none where there can't be any. */
export type FaultSource = (surroundings: Surroundings) => { faults: Fault[]; missing?: Record<string, string> };
