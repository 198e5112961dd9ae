import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../local/ports.ts';
import { StartError } from '../process/start.ts';
import { listen } from './listen.ts';

test.each([
  // Reserved for documentation (RFC 5737).
  ['192.0.2.1', 'HOST is 192.0.2.1, which is not an address of this machine'],
  ['nowhere.invalid', 'HOST is nowhere.invalid, which is not an address'],
])('reports in one line that it cannot listen on %s', async (host, sentence) => {
  const attempt = listen(createServer(), await freePort(), host, 'PORT');
  await expect(attempt).rejects.toThrow(new StartError(sentence));
});

test('reports a taken port and the variable to change', async () => {
  const first = createServer();
  const port = await listen(first, 0, '127.0.0.1', 'PORT');
  const second = listen(createServer(), port, '127.0.0.1', 'OPERATIONS_PORT');
  await expect(second).rejects.toThrow(new StartError(`Port ${port} is taken: set OPERATIONS_PORT to another`));
  first.close();
});
