import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../core/start.ts';

/** Makes sure that one shop alone works on a data folder. @throws Error naming the process that does */
export function lockDataFolder(dataDir: string): { stop(): void } {
  const file = join(dataDir, 'shop.pid');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    const owner = Number(readFileSync(file, 'utf8'));
    if (isAlive(owner)) throw new StartError(`A shop already runs on ${dataDir} (process ${owner})`);
    // It was killed, and could not clean up.
    writeFileSync(file, String(process.pid));
  }
  return { stop: () => rmSync(file, { force: true }) };
}

/** Whether a shop works on a data folder just now. */
export function isLocked(dataDir: string): boolean {
  const file = join(dataDir, 'shop.pid');
  return existsSync(file) && isAlive(Number(readFileSync(file, 'utf8')));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}
