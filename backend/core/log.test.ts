import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const LOG = new URL('./log.ts', import.meta.url).href;

test('a process whose log nobody reads any more still ends', async () => {
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
