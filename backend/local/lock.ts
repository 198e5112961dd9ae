import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../core/start.ts';

/** Makes sure that one shop alone works on a data folder. @throws StartError naming the process that does */
export function lockDataFolder(dataDir: string): { stop(): void } {
  const file = fileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  // Written apart: an empty lock, if only for a moment, would be nobody's.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
  } catch {
    const owner = ownerOf(file);
    if (owner !== null) {
      throw new StartError(`A shop already runs on ${dataDir} (process ${owner}, as ${file} says)`);
    }
    // It was killed, and could not clean up.
    renameSync(own, file);
  } finally {
    rmSync(own, { force: true });
  }
  return { stop: () => rmSync(file, { force: true }) };
}

/** Whether a shop works on a data folder just now. */
export function isLocked(dataDir: string): boolean {
  return ownerOf(fileOf(dataDir)) !== null;
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'shop.pid');
}

/** The process that has locked a data folder; null if there is none, or it runs no more. */
function ownerOf(file: string): number | null {
  const pid = Number(readLock(file));
  // A crash of the machine can leave the file empty. And 0 would be whoever asks.
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : null;
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  }
}

/** Another user's process can't be asked (EPERM), but runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isSystemError(error, 'ESRCH');
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
