import type { FaultSource } from './fault.ts';

/** The shop's own processes die, or are rolled out. */
export const processFaults: FaultSource = ({ apis, workers }) => {
  const faultsOf = (what: string) => (berth: (typeof apis)[number]['berth']) => [
    { kind: `kill -9 of ${what}`, weight: 3, part: berth.name, happen: () => berth.kill() },
    { kind: `SIGTERM rollout of ${what}`, weight: 2, part: berth.name, happen: () => berth.rollOut() },
  ];
  return {
    faults: [
      ...apis.map(({ berth }) => berth).flatMap(faultsOf('an API')),
      ...workers.map(({ berth }) => berth).flatMap(faultsOf('a worker with its relay')),
    ],
  };
};
