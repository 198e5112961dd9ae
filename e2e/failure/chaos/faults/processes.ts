import type { SupervisedProcess } from '../supervised-process.ts';
import type { FaultSource } from './fault.ts';

/** The shop's own processes are killed or restarted. */
export const processFaults: FaultSource = ({ apis, workers }) => {
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
