import { execFileSync } from 'node:child_process';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder that is a file system of its own, where that may be had. */
export type Disk = {
  path: string;
  /** Takes all the room that is left; null where the folder is no file system of its own. */
  fill: (() => Promise<void>) | null;
  /** Gives the room back. */
  clear(): Promise<void>;
  /** Leaves what lies in it in a plain folder at its path. */
  keep(): Promise<void>;
  remove(): Promise<void>;
};

const FILLER = 'filler';

/** A file system in memory at `path`, where this user may mount one; else a plain folder, which can't be filled. */
export async function mountDisk(path: string, megabytes: number): Promise<Disk> {
  await mkdir(path, { recursive: true });
  const filler = join(path, FILLER);
  const isMounted = mount(path, megabytes);
  return {
    path,
    fill: isMounted ? () => fill(filler) : null,
    clear: () => rm(filler, { force: true }),
    async keep() {
      await rm(filler, { force: true });
      if (!isMounted) return;
      const kept = `${path}-kept`;
      await mkdir(kept);
      // With owners and sparse files as they are.
      execFileSync('cp', ['--archive', '--sparse=always', `${path}/.`, kept]);
      execFileSync('umount', [path]);
      await rm(path, { recursive: true });
      await rename(kept, path);
    },
    async remove() {
      if (isMounted) execFileSync('umount', [path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}

function mount(path: string, megabytes: number): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'webshop-chaos', path], { stdio: 'ignore' });
    return true;
  } catch {
    // A container without the capability to mount.
    return false;
  }
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    // What others give back meanwhile is taken as well.
    while (await fits(handle.write(Buffer.alloc(await freeBytes(file)))));
  } finally {
    await handle.close();
  }
}

/** At least one block. */
async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return Math.max(bavail, 1) * bsize;
}

async function fits(writing: Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await writing).bytesWritten > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
