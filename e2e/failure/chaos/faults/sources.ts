import { waitFor } from '../../../../testing/wait.ts';
import type { Random } from '../random.ts';
import type { SupervisedProcess } from '../supervised-process.ts';
import { type FaultSource, lasting } from './fault.ts';

/** The shop's own processes are killed or restarted. */
const processFaults: FaultSource = ({ apis, workers }) => {
  const faultsOf = (kind: string) => (process: SupervisedProcess) => [
    { kind: `kill -9 of ${kind}`, weight: 3, part: process.name, inject: () => process.kill() },
    { kind: `SIGTERM restart of ${kind}`, weight: 2, part: process.name, inject: () => process.restart() },
  ];
  return {
    faults: [
      ...apis.map(({ process }) => process).flatMap(faultsOf('an API')),
      ...workers.map(({ process }) => process).flatMap(faultsOf('a worker with its relay')),
    ],
  };
};

/** Milliseconds that a server is down. */
const DOWN: [number, number] = [100, 3000];

const postgresFaults: FaultSource = ({ postgres, database }) => {
  const fault = { weight: 1.5, part: 'postgres' };
  return {
    faults: [
      lasting({
        ...fault,
        kind: 'immediate shutdown of PostgreSQL',
        lasts: DOWN,
        begin: postgres.crash,
        end: postgres.start,
      }),
      {
        ...fault,
        kind: 'kill -9 of a PostgreSQL process',
        async inject() {
          await postgres.killBackend();
          await waitFor('PostgreSQL to recover', () => database.em.fork().execute('select 1'), 30_000);
        },
      },
    ],
  };
};

const redisFaults: FaultSource = ({ redis }) => {
  const kind = 'kill -9 of Redis';
  if (redis === null) return { faults: [], skipped: { [kind]: 'the queues are in PostgreSQL' } };
  return { faults: [lasting({ kind, weight: 4, part: 'redis', lasts: DOWN, begin: redis.kill, end: redis.start })] };
};

const storeFaults: FaultSource = ({ s3 }) => {
  const [kind, part] = ['kill -9 of the object store', 'object store'];
  if (s3 === null) return { faults: [], skipped: { [kind]: 'the files are on a disk' } };
  return {
    faults: [
      lasting({ kind, weight: 3, part, lasts: DOWN, begin: s3.kill, end: s3.start }),
      // At most, this exceeds the limit for its responses.
      lasting({ kind: 'object store frozen', weight: 2, part, lasts: [100, 7000], begin: s3.freeze, end: s3.thaw }),
    ],
  };
};

/** The network between a shop process and PostgreSQL or Redis is cut, frozen or slow. */
const networkFaults: FaultSource = ({ apis, workers }) => {
  const networks = [...apis, ...workers].flatMap(({ process, postgres, redis }) => [
    { name: process.name, server: 'PostgreSQL', network: postgres },
    ...(redis === null ? [] : [{ name: process.name, server: 'Redis', network: redis }]),
  ]);
  const faults = networks.flatMap(({ name, server, network }) => {
    const fault = { weight: 1, part: `${name} to ${server}`, end: network.restore };
    const slow = (random: Random) => network.slow(random.integer(5, 120));
    return [
      lasting({ ...fault, kind: `network to ${server} cut`, lasts: [50, 4000], begin: network.cut }),
      lasting({ ...fault, kind: `network to ${server} frozen`, lasts: [500, 7000], begin: network.freeze }),
      lasting({ ...fault, kind: `network to ${server} slow`, lasts: [1000, 5000], begin: slow }),
    ];
  });
  const isWithoutRedis = workers.every(({ redis }) => redis === null);
  return { faults, ...(isWithoutRedis && { skipped: { 'network to Redis': 'the queues are in PostgreSQL' } }) };
};

type ProviderFaults = {
  webhooks: { drop?: boolean; duplicate?: number; delay?: number; reorder?: boolean };
  api: { status500Rate?: number; timeoutAfterCommit?: boolean; latency?: number };
};

/** The payment provider's API and its webhooks fail. */
const providerFaults: FaultSource = ({ setProviderFaults }) => {
  // The provider takes one setting for both kinds of faults, which start and end independently.
  const current: ProviderFaults = { webhooks: {}, api: {} };
  const faultsOf = <Part extends keyof ProviderFaults>(part: Part, name: string) => {
    const set = (faults: ProviderFaults[Part]) => {
      current[part] = faults;
      return setProviderFaults(current);
    };
    return (kind: string, draw: (random: Random) => ProviderFaults[Part]) =>
      lasting({
        kind: `${name} ${kind}`,
        weight: 2,
        part: name,
        lasts: [500, 5000],
        begin: (random) => set(draw(random)),
        end: () => set({}),
      });
  };
  const webhooks = faultsOf('webhooks', 'webhooks');
  const api = faultsOf('api', 'provider');
  return {
    faults: [
      webhooks('dropped', () => ({ drop: true })),
      webhooks('sent twice or more', (random) => ({ duplicate: random.integer(1, 4) })),
      webhooks('late', (random) => ({ delay: random.integer(500, 5000) })),
      webhooks('out of order', () => ({ reorder: true })),
      api('commits without a response', () => ({ timeoutAfterCommit: true })),
      api('returns 500', (random) => ({ status500Rate: random.pick([0.3, 0.6, 1]) })),
      api('slow', (random) => ({ latency: random.integer(200, 3000) })),
    ],
  };
};

/** The mail server is down or frozen, or its confirmations are lost. */
const mailFaults: FaultSource = ({ mailNetwork: { cut, freeze, restore, dropConfirmations } }) => {
  const fault = { part: 'mail', lasts: [500, 4000] as [number, number], end: restore };
  return {
    faults: [
      lasting({ ...fault, kind: 'mail server down', weight: 2, begin: cut }),
      lasting({ ...fault, kind: 'mail server frozen', weight: 1, begin: freeze }),
      lasting({
        ...fault,
        kind: 'mail confirmations dropped',
        weight: 2,
        begin: () => dropConfirmations(true),
        end: () => dropConfirmations(false),
      }),
    ],
  };
};

/** The disk for uploads and pictures is full. */
const diskFaults: FaultSource = ({ disk, s3 }) => {
  const kind = 'disk full';
  if (s3 !== null) return { faults: [], skipped: { [kind]: 'the files are in an object store' } };
  const { fill, clear } = disk;
  if (fill === null) return { faults: [], skipped: { [kind]: 'mounting a small file system requires root on Linux' } };
  return { faults: [lasting({ kind, weight: 3, part: 'disk', lasts: [500, 4000], begin: fill, end: clear })] };
};

export const sources = [
  processFaults,
  postgresFaults,
  redisFaults,
  storeFaults,
  networkFaults,
  providerFaults,
  mailFaults,
  diskFaults,
];
