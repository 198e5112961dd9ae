import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isLocked, lockDataFolder } from './lock.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webshop-lock-'));
  file = join(folder, 'shop.pid');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function pidOfEndedProcess(): Promise<string> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  return String(child.pid);
}

describe('a lock', () => {
  test.each([
    ['was left empty', async () => ''],
    ['was left half written', async () => '\0\0\0'],
    ['contains an invalid id', async () => '0'],
    ['names an ended process', pidOfEndedProcess],
  ])('that %s is taken over', async (_what, content) => {
    await writeFile(file, await content());
    expect(isLocked(folder)).toBe(false);
    lockDataFolder(folder).stop();
    expect(existsSync(file)).toBe(false);
  });

  test('held by a live process of any user is respected, and the error names process and file', async () => {
    // Process 1 belongs to root.
    await writeFile(file, '1');
    expect(isLocked(folder)).toBe(true);
    expect(() => lockDataFolder(folder)).toThrow(`A shop is already running on ${folder} (process 1, see ${file})`);
  });

  test('without a file is free', () => {
    expect(isLocked(folder)).toBe(false);
  });
});
