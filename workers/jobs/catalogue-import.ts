import { runImport, stopImport } from '../../backend/modules/imports/imports.run.ts';
import { defineJob } from './job.ts';

export const catalogueImport = defineJob({
  queue: 'imports',
  on: ['catalogue.importRequested'],
  run: ({ em, storage }, { importId }) => runImport(em, storage, importId),
  giveUp: ({ em }, { importId }) => stopImport(em, importId),
});
