import { readdir, readFile } from 'node:fs/promises';
import { withClient } from '../../testing/servers/database.ts';

/** Linux counts a process's CPU time in hundredths of a second: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_PER_SECOND = 100;

type Status = { pid: number; parent: number; ticks: number };

/** The CPU seconds that a process and its children have taken, also those that have ended. Needs Linux. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  return (await familyOf(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/** The ids of a process and its children. Needs Linux. */
export async function pidsOf(pid: number): Promise<number[]> {
  return (await familyOf(pid)).map((each) => each.pid);
}

async function familyOf(pid: number): Promise<Status[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = (await Promise.all(names.map((name) => readStatus(Number(name))))).filter((each) => each !== null);
  return processes.filter((each) => each.pid === pid || each.parent === pid);
}

/** The process that starts the others of a database. */
export async function pidOfPostgres(databaseUrl: string): Promise<number> {
  let pid = 0;
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    pid = await parentOf(rows[0]?.pid as number);
  });
  return pid;
}

/** The process that started another. */
async function parentOf(pid: number): Promise<number> {
  const status = await readStatus(pid);
  if (status === null) throw new Error(`Process ${pid} has ended`);
  return status.parent;
}

/** @returns null if the process has ended */
async function readStatus(pid: number): Promise<Status | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in parentheses may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [own, system, children, childrenSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  return { pid, parent: Number(fields[1]), ticks: own + system + children + childrenSystem };
}
