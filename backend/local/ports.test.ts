import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const EACH = 200;

it('never gives two processes the same port, or one of the four that a shop on another may take', async () => {
  const given = (await Promise.all([findPorts(), findPorts()])).flat().sort((a, b) => a - b);
  expect(given).toHaveLength(2 * EACH);
  const gaps = given.slice(1).map((port, index) => port - (given[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5);
});

/** The ports that a process of its own finds free. */
async function findPorts(): Promise<number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { freePort } = await import(${JSON.stringify(fileURLToPath(new URL('ports.ts', import.meta.url)))});
     console.log(JSON.stringify(await Promise.all(Array.from({ length: ${EACH} }, freePort))));`,
  ]);
  return JSON.parse(stdout);
}
