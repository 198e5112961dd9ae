import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const LOG = new URL('./log.ts', import.meta.url).href;

test('a line has the fields of its request, but not those of other lines', () => {
  const script = `
    import { createLog, withLogFields } from '${LOG}';
    const log = createLog('a process', 'info');
    withLogFields({ requestId: 'r1' }, () => {
      log.warn({ err: new Error('away') }, 'first');
      log.info({ status: 503 }, 'second');
    });`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  const [first, second] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ msg: 'first', requestId: 'r1', err: { message: 'away' } });
  expect(second).toMatchObject({ msg: 'second', requestId: 'r1', status: 503 });
  expect(second).not.toHaveProperty('err');
});

test('a process exits even if nothing reads its log', async () => {
  const script = `
    import { createLog } from '${LOG}';
    const log = createLog('a process', 'info');
    log.info('running');
    process.stdin.once('data', () => {
      log.info('stopping');
      log.info('stopped');
      process.exit(0);
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' });
  try {
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.write('stop');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
