import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../local/ports.ts';
import { listen } from './listen.ts';
import { StartError } from './start.ts';

test.each([
  // RFC 5737: documentation alone has these.
  ['192.0.2.1', 'HOST is 192.0.2.1, which is no address of this machine'],
  ['nowhere.invalid', 'HOST is nowhere.invalid, which is no address'],
])('a server that can’t listen at %s says so in one line', async (host, sentence) => {
  const attempt = listen(createServer(), await freePort(), host, 'PORT');
  await expect(attempt).rejects.toThrow(new StartError(sentence));
});

test('a port that is taken is told with the variable that moves it', async () => {
  const first = createServer();
  const port = await listen(first, 0, '127.0.0.1', 'PORT');
  const second = listen(createServer(), port, '127.0.0.1', 'OPERATIONS_PORT');
  await expect(second).rejects.toThrow(new StartError(`Port ${port} is taken: set OPERATIONS_PORT to another`));
  first.close();
});
