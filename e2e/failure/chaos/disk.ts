import { execFileSync } from 'node:child_process';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder on its own small file system, if this user may mount one. */
export type Disk = {
  path: string;
  /** Fills the disk; null if the folder is not a separate file system. */
  fill: (() => Promise<void>) | null;
  /** Frees the space again. */
  clear(): Promise<void>;
  /** Unmounts it, and leaves its files in a plain folder at the same path. */
  keep(): Promise<void>;
  remove(): Promise<void>;
};

const FILLER = 'filler';

/** Mounts an in-memory file system at `path`, or makes a plain folder if this user may not mount one. */
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
      // Preserves owners and sparse files.
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
    // The container may lack the capability to mount.
    return false;
  }
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    // Repeats, because other processes may free space meanwhile.
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
