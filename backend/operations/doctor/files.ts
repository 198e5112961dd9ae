import { statfs } from 'node:fs/promises';
import { formatNumber } from '#contract/values/numbers.ts';
import type { Config } from '../../config.ts';
import { StartError } from '../../core/process/start.ts';
import { openStorage } from '../../core/storage/open-storage.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { checkAccess } from '../../core/storage/storage-access.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Bytes: a few imports of the largest size. */
const FREE_MIN = 2e9;

export async function checkFiles({ dataDir, s3 }: Config): Promise<Finding[]> {
  let storage: Storage;
  try {
    storage = await openStorage({ dataDir, s3 });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [problem(s3 === null ? `${error.message}: create it, and make the shop's user its owner` : error.message)];
  }
  if (s3 === null) return [ok(`DATA_DIR ${dataDir} is writable`), await checkSpace(dataDir)];
  const problems = await checkAccess(storage);
  if (problems.length === 0) return [ok(`S3 bucket ${s3.bucket}: files can be written, read, listed and removed`)];
  return problems.map((sentence) => problem(`S3 bucket ${s3.bucket}: ${sentence}`));
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${formatNumber((bavail * bsize) / 1e9)} GB are free for DATA_DIR`;
  return bavail * bsize >= FREE_MIN ? ok(`Disk: ${free}`) : problem(`Disk: only ${free}: make room or move it`);
}
