import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { StartError } from '../core/start.ts';

/** Runs a program of PostgreSQL to its end. */
export type Run = (program: string, programArguments: string[]) => Promise<void>;

type Owner = { uid: number; gid: number };

/** @throws Error with what the program said if it fails */
function execute(program: string, programArguments: string[], options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    // In a session of its own: a Ctrl-C in the middle of a start would leave a server that nobody knows of.
    const child = spawn(program, programArguments, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr?.on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with code ${code}: ${complaint.trim()}`));
    });
  });
}

/**
 * How PostgreSQL's programs are run here: as whoever runs the shop; but PostgreSQL refuses to be root, and so under
 * root as the system's user for it. Where that user may not enter `folders` (a checkout in root's home), it gets the
 * one capability that lets it pass: https://man7.org/linux/man-pages/man7/capabilities.7.html, CAP_DAC_READ_SEARCH.
 * @throws Error in one line if that can't be had
 */
export function runnerFor(folders: string[]): Run {
  const owner = postgresOwner();
  // A folder that everybody may stand in: initdb looks at where it was called.
  const cwd = '/';
  if (owner === null) return (program, programArguments) => execute(program, programArguments, { cwd });
  const unreachable = folders.find((folder) => !mayEnter(folder, owner));
  if (unreachable === undefined) {
    return (program, programArguments) => execute(program, programArguments, { ...owner, cwd });
  }
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // initdb asks access(2) whether it may run a program, which minds capabilities only with this bit.
  const capability = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ];
  try {
    execFileSync('setpriv', [...identity, ...capability, 'test', '-e', `${unreachable}/.`], { cwd, stdio: 'ignore' });
  } catch (cause) {
    throw new StartError(
      `PostgreSQL can't run as root, and its user 'postgres' may not enter ${unreachable}: ` +
        'run the shop as an ordinary user, or from a folder that everybody may enter, or set DATABASE_URL',
      { cause },
    );
  }
  return (program, programArguments) =>
    execute('setpriv', [...identity, ...capability, program, ...programArguments], { cwd });
}

/** Gives files to the user that PostgreSQL runs as. */
export function giveToOwner(...paths: string[]): void {
  const owner = postgresOwner();
  if (owner !== null) for (const path of paths) chownSync(path, owner.uid, owner.gid);
}

/** Null unless we are root. The user is made where the system has none. */
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

function mayEnter(folder: string, owner: Owner): boolean {
  try {
    execFileSync('test', ['-e', `${folder}/.`], { ...owner, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
