import { statfs } from 'node:fs/promises';
import { formatNumber } from '#contract/numbers.ts';
import type { Config } from '../../config.ts';
import { openStorage } from '../../core/open-storage.ts';
import { StartError } from '../../core/start.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Bytes: a few imports of the largest size. */
const FREE_MIN = 2e9;

export async function checkFiles({ dataDir }: Config): Promise<Finding[]> {
  try {
    await openStorage({ dataDir, s3: null });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [problem(`${error.message}: create it, and make the shop's user its owner`)];
  }
  return [ok(`DATA_DIR ${dataDir} is writable`), await checkSpace(dataDir)];
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${formatNumber((bavail * bsize) / 1e9)} GB are free for DATA_DIR`;
  return bavail * bsize >= FREE_MIN ? ok(`Disk: ${free}`) : problem(`Disk: only ${free}: make room or move it`);
}
