import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { StartError } from '../core/process/start.ts';

/** Runs a PostgreSQL program and waits for its exit. */
export type Run = (program: string, programArguments: string[]) => Promise<void>;

type Owner = { uid: number; gid: number };

/** @throws Error with the program's output if it fails */
function execute(program: string, programArguments: string[], options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    // Own session: Ctrl-C during a start would leave an unmanaged server behind.
    const child = spawn(program, programArguments, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} exited with code ${code}: ${stderr.trim()}`));
    });
  });
}

/**
 * Runs PostgreSQL's programs as the current user, or as a system user under root, as PostgreSQL refuses to run as root.
 * If that user can't enter `folders`, for example a checkout in root's home, it gets CAP_DAC_READ_SEARCH:
 * https://man7.org/linux/man-pages/man7/capabilities.7.html
 * @throws StartError
 */
export function runnerFor(folders: string[]): Run {
  const owner = postgresOwner();
  // initdb needs a working directory that its user can enter.
  const cwd = '/';
  if (owner === null) return (program, programArguments) => execute(program, programArguments, { cwd });
  const unreachable = folders.find((folder) => !canEnter(folder, owner));
  if (unreachable === undefined) {
    return (program, programArguments) => execute(program, programArguments, { ...owner, cwd });
  }
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // initdb calls access(2), which respects capabilities only with this bit.
  const capability = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ];
  try {
    execFileSync('setpriv', [...identity, ...capability, 'test', '-e', `${unreachable}/.`], { cwd, stdio: 'ignore' });
  } catch (cause) {
    throw new StartError(
      `PostgreSQL can't run as root, and its user 'postgres' can't access ${unreachable}: ` +
        'run the shop as an ordinary user or from a folder that all users can access, or set DATABASE_URL',
      { cause },
    );
  }
  return (program, programArguments) =>
    execute('setpriv', [...identity, ...capability, program, ...programArguments], { cwd });
}

/** Changes the owner to the user that PostgreSQL runs as. */
export function giveToOwner(...paths: string[]): void {
  const owner = postgresOwner();
  if (owner !== null) for (const path of paths) chownSync(path, owner.uid, owner.gid);
}

/** Lets the user that PostgreSQL runs as pass through a folder of root's, but not list it. */
export function letOwnerPass(folder: string): void {
  const owner = postgresOwner();
  if (owner === null) return;
  chownSync(folder, 0, owner.gid);
  chmodSync(folder, 0o710);
}

/** Null unless running as root. Creates the user if missing. */
function postgresOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  try {
    execFileSync('id', ['-u', 'postgres'], { stdio: 'ignore' });
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  }
  const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function canEnter(folder: string, owner: Owner): boolean {
  try {
    execFileSync('test', ['-e', `${folder}/.`], { ...owner, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
