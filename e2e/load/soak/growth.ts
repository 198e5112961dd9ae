import { growthOf, type Point, slopeOf } from '../../../testing/trend.ts';
import { printTable } from '../table.ts';
import type { Sample } from './samples.ts';

type Measure = {
  name: string;
  of: keyof Sample;
  unit: 'MB' | 'kB per write' | '';
  /** How much a line through the second half of the samples may grow: in that half, or per write. */
  growthMax: number;
  /** What no sample may exceed. */
  most?: number;
};

/** PostgreSQL's default max_wal_size (1 GB), and what it writes while it removes old files. */
const WAL_MAX = 1300;

/** Samples of half a minute, and how many such groups a short run has at least. */
const GROUP = 10;
const GROUPS_MIN = 5;

const measures: readonly Measure[] = [
  { name: 'memory of the API', of: 'apiMemory', unit: 'MB', growthMax: 20, most: 350 },
  { name: 'memory of the workers', of: 'workersMemory', unit: 'MB', growthMax: 30 },
  { name: 'descriptors of the API', of: 'apiDescriptors', unit: '', growthMax: 10 },
  { name: 'descriptors of the workers', of: 'workersDescriptors', unit: '', growthMax: 10 },
  { name: 'connections to PostgreSQL', of: 'databaseConnections', unit: '', growthMax: 3, most: 60 },
  { name: 'connections to Redis', of: 'redisConnections', unit: '', growthMax: 3, most: 60 },
  { name: 'files that wait', of: 'waitingFiles', unit: '', growthMax: 10, most: 100 },
  { name: 'files of no picture', of: 'abandonedFiles', unit: '', growthMax: 10, most: 100 },
  { name: 'unfinished events', of: 'unfinishedEvents', unit: '', growthMax: 20, most: 1000 },
  { name: 'unfinished jobs', of: 'unfinishedJobs', unit: '', growthMax: 20, most: 1000 },
  { name: 'size of the database', of: 'databaseSize', unit: 'kB per write', growthMax: 20 },
  { name: 'logs', of: 'logs', unit: 'kB per write', growthMax: 2 },
  { name: 'write-ahead log', of: 'writeAheadLog', unit: 'MB', growthMax: WAL_MAX, most: WAL_MAX },
];

/** Prints how each measure grew in the second half of the samples. @returns the measures that exceed their limits */
export function reportGrowth(samples: readonly Sample[]): string[] {
  const rows = measures.map((measure) => ({ measure, ...judge(samples, measure) }));
  printTable(
    'The second half: what a line through the samples grows by',
    ['', 'first', 'last', 'highest', 'growth', 'limit', ''],
    rows.map(({ measure: { name, unit, growthMax }, first, last, highest, growth }) => [
      name,
      ...[first, last, highest, growth].map((value) => value.toFixed(1)),
      String(growthMax),
      unit,
    ]),
  );
  return rows.flatMap(({ measure: { name, growthMax, most = Number.POSITIVE_INFINITY }, growth, highest }) => [
    ...(growth > growthMax ? [`${name} grew by ${growth.toFixed(1)}, above ${growthMax}`] : []),
    ...(highest > most ? [`${name} reached ${highest.toFixed(1)}, above ${most}`] : []),
  ]);
}

/** `highest` is of all samples. */
function judge(samples: readonly Sample[], { of, unit }: Measure) {
  const half = samples.slice(Math.floor(samples.length / 2));
  const values = half.map((sample) => sample[of]);
  const points = half.map((sample) => ({ x: sample.seconds, y: sample[of] }));
  const growth =
    unit === 'kB per write'
      ? slopeOf(half.map((sample) => ({ x: sample.writes, y: sample[of] * 1000 })))
      : growthOf(unit === 'MB' ? lowest(points) : points);
  return {
    first: values[0] ?? 0,
    last: values.at(-1) ?? 0,
    highest: Math.max(...samples.map((sample) => sample[of])),
    growth,
  };
}

/** The lowest of each few points: memory rises and falls with garbage, and a leak raises what is left after it. */
function lowest(points: readonly Point[]): Point[] {
  const size = Math.min(GROUP, Math.ceil(points.length / GROUPS_MIN));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, group) =>
    points.slice(group * size, (group + 1) * size).reduce((lowest, point) => (point.y < lowest.y ? point : lowest)),
  );
}
