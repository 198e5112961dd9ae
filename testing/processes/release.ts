import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../backend/config.ts';

const migrationsFolder = join(projectFolder, 'migrations');
/** The packages of the previous release, which take npm longer than its test. */
const packages = join(projectFolder, 'node_modules/.cache/previous-release');

/** The newest migration of the previous release. */
export const previousMigration = readFileSync(join(migrationsFolder, 'previous-release'), 'utf8').trim();

/** The files of the migrations that this release adds, oldest first. */
export const newMigrations = readdirSync(migrationsFolder)
  .filter((file) => /^\d.*\.ts$/.test(file) && file > `${previousMigration}.ts`)
  .sort()
  .map((file) => join(migrationsFolder, file));

export type PreviousRelease = { folder: string; remove(): Promise<void> };

/**
 * Checks out the last commit with the schema of the previous release, in a temporary folder with its own packages and this
 * checkout's client. Null in a shallow clone, or without git.
 */
export function checkOutPreviousRelease(): PreviousRelease | null {
  const commit = findPreviousCommit();
  const code = commit === null ? null : git('archive', commit);
  if (code === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'webshop-previous-'));
  const { status, stderr } = spawnSync('tar', ['--extract', '--directory', folder], { input: code });
  if (status !== 0) throw new Error(`Could not extract the previous release: ${stderr}`);
  keepPackages(folder);
  symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(projectFolder, 'dist'), join(folder, 'dist'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Installs the packages of the checkout in `folder`, unless those kept are of the same lock file. */
function keepPackages(folder: string): void {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const kept = join(packages, 'package-lock.json');
  if (existsSync(kept) && readFileSync(kept).equals(lock)) return;
  runIn(folder, 'npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  rmSync(packages, { recursive: true, force: true });
  mkdirSync(packages, { recursive: true });
  // Unlike a rename, it also moves between file systems.
  runIn(folder, 'mv', ['node_modules', packages]);
  writeFileSync(kept, lock);
}

function runIn(cwd: string, command: string, options: string[]): void {
  const { status, stderr } = spawnSync(command, options, { cwd });
  if (status !== 0) throw new Error(`Could not install the previous release's packages: ${stderr}`);
}

function findPreviousCommit(): string | null {
  const [first] = newMigrations;
  const added = first && git('log', '--diff-filter=A', '--max-count=1', '--format=%H', '--', first);
  const addedIn = added?.toString().trim();
  // A migration that isn't committed yet belongs to the release after HEAD.
  const before = addedIn ? `${addedIn}^` : 'HEAD';
  return git('rev-parse', '--verify', '--quiet', `${before}^{commit}`)?.toString().trim() ?? null;
}

/** @returns the output; null if the command fails */
function git(...command: string[]): Buffer | null {
  const { status, stdout } = spawnSync('git', command, { cwd: projectFolder, maxBuffer: 256 * 1024 * 1024 });
  return status === 0 ? stdout : null;
}
