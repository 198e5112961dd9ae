/** A seeded random number generator, for repeatable runs. Not for secrets. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  number(): number;
  /** Both bounds are inclusive. */
  integer(from: number, to: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Picks each choice in proportion to its weight. */
  pickWeighted<T extends { weight: number }>(choices: readonly T[]): T;
  /** An independent generator, which other draws do not affect. */
  fork(name: string): Random;
};

/** https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32, started from a hash of the seed (FNV-1a). */
export function createRandom(seed: string): Random {
  let state = hash(seed);

  function number(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const random: Random = {
    number,
    integer: (from, to) => from + Math.floor(number() * (to - from + 1)),
    chance: (probability) => number() < probability,
    pick: (choices) => at(choices, Math.floor(number() * choices.length)),
    pickWeighted(choices) {
      const total = choices.reduce((sum, { weight }) => sum + weight, 0);
      let rest = number() * total;
      for (const choice of choices) {
        rest -= choice.weight;
        if (rest < 0) return choice;
      }
      return at(choices, choices.length - 1);
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
  return random;
}

function at<T>(choices: readonly T[], index: number): T {
  if (index < 0 || index >= choices.length) throw new Error('No choices given');
  return choices[index] as T;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
