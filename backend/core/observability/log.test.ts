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

test('a value cannot begin a line, or command a terminal', () => {
  const value = '\n{"level":"fatal"}\r\u001b[2J\u0085\u009b2J\u2028\u2029\u007f';
  const script = `
    import { createLog } from '${LOG}';
    createLog('a process', 'info').info({ path: ${JSON.stringify(value)} }, ${JSON.stringify(value)});`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(stdout.trimEnd()).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(stdout)).toMatchObject({ path: value, msg: value });
});

test('an error keeps what identifies its cause, and nothing else that a library attached', () => {
  const script = `
    import { createLog } from '${LOG}';
    const cause = Object.assign(new Error('away'), { headers: { authorization: 'a secret' } });
    const attached = { code: '23514', constraint: 'positive', detail: 'a secret', raw: { client_secret: 'a secret' } };
    const error = Object.assign(new Error('refused', { cause }), attached);
    createLog('a process', 'info').error({ err: new AggregateError([error], 'several') }, 'failed');
    createLog('a process', 'info').error({ err: error }, 'failed');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(stdout).not.toContain('a secret');
  const [several, one] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(one.err).toMatchObject({ type: 'Error', message: 'refused: away', code: '23514', constraint: 'positive' });
  expect(one.err.stack).toContain('caused by: Error: away');
  expect(several.err.aggregateErrors).toEqual([one.err]);
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
