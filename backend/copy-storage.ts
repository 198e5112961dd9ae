import { stat } from 'node:fs/promises';
import { formatNumber } from '#contract/numbers.ts';
import { readConfig } from './config.ts';
import { run, StartError } from './core/process/start.ts';
import { createStorage } from './core/storage/file-storage.ts';
import { openStorage } from './core/storage/open-storage.ts';
import { copyStorage } from './core/storage/storage-copy.ts';

/** Copies the shop's files from DATA_DIR to S3, also while it runs. Another run copies what is new, and what failed. */
async function main(): Promise<void> {
  const config = readConfig();
  const { dataDir, s3 } = config;
  if (s3 === null) throw new StartError('S3_BUCKET is missing: set it to the bucket to copy to');
  if (!(await isFolder(dataDir))) throw new StartError(`DATA_DIR ${dataDir} is not a folder`);
  const report = await copyStorage(createStorage(dataDir), await openStorage(config), (key, error) => {
    process.stderr.write(`${key}: ${error instanceof Error ? error.message : error}\n`);
  });
  const { copied, alreadyThere, failed } = report;
  process.stdout.write(
    `${formatNumber(copied)} copied, ${formatNumber(alreadyThere)} already there, ${formatNumber(failed)} failed\n`,
  );
  if (failed > 0) throw new StartError('Not every file was copied. Run it again for the rest.');
}

async function isFolder(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => null);
  return status?.isDirectory() ?? false;
}

run(main);
