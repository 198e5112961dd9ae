import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../core/errors.ts';
import { StartError } from '../core/process/start.ts';

/** Locks the data folder for one shop, and closes it to other users. @throws StartError with the process that holds the lock */
export function lockDataFolder(dataDir: string): { stop(): void } {
  const file = fileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  closeToOthers(dataDir);
  // Write elsewhere and link, so that the lock file is never empty.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
  } catch {
    const owner = ownerOf(file);
    if (owner !== null) {
      throw new StartError(`A shop is already running on ${dataDir} (process ${owner}, see ${file})`);
    }
    // The owner was killed and left the file behind.
    renameSync(own, file);
  } finally {
    rmSync(own, { force: true });
  }
  return { stop: () => rmSync(file, { force: true }) };
}

/** Earlier versions let others read the files in it. Under root, PostgreSQL's user passes through (postgres-owner.ts). */
function closeToOthers(dataDir: string): void {
  try {
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o710 : 0o700);
  } catch (error) {
    // Another user's folder is theirs to close.
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/** Whether a shop is using the data folder. */
export function isLocked(dataDir: string): boolean {
  return ownerOf(fileOf(dataDir)) !== null;
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'shop.pid');
}

/** The live process that holds the lock; null if there is none. */
function ownerOf(file: string): number | null {
  const pid = Number(readLock(file));
  // A power cut can leave the file empty, and pid 0 would mean this process.
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : null;
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** EPERM means that the process is alive but belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
