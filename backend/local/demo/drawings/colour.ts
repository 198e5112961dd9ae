type Channels = readonly [red: number, green: number, blue: number];

function channels(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The colour (`#rrggbb`) that lies `part` (0 to 1) of the way from one to the other. */
export function mix(from: string, to: string, part: number) {
  const [start, end] = [channels(from), channels(to)];
  const blend = (index: 0 | 1 | 2) => Math.round(start[index] + (end[index] - start[index]) * part);
  const value = (blend(0) << 16) | (blend(1) << 8) | blend(2);
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** Towards a warm white, as if more studio light fell on it. */
export const lighter = (colour: string, part: number) => mix(colour, '#fffdf8', part);

/** Towards a blue black, as if it lay in shadow. */
export const darker = (colour: string, part: number) => mix(colour, '#0b0f1a', part);
