import { type Finding, ok, problem } from './finding.ts';

/** Seconds that clocks may differ. Queues and expiry times allow for that much. */
const SKEW = 5;

/** Compares the clock of a service, in ms, with this machine's, which was asked at `before` and `after`. */
export function compareClocks(whose: string, time: number, before: number, after: number): Finding {
  const ahead = time > after ? time - after : Math.min(time - before, 0);
  const seconds = Math.round(ahead / 1000);
  if (Math.abs(seconds) <= SKEW) return ok(`The clock ${whose} agrees with this machine's`);
  const difference = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this machine's`;
  return problem(`The clock ${whose} is ${difference}: synchronize both with NTP`);
}
