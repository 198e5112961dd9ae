import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../backend/config.ts';
import { listen } from '../../backend/core/http/listen.ts';
import { freePort } from '../../backend/local/ports.ts';
import { follow, untilUp } from '../processes/process.ts';

const isCaddyInstalled = spawnSync('caddy', ['version']).status === 0;

test('the Caddyfile is tested', ({ skip }) => {
  if (!import.meta.env.CI && !isCaddyInstalled) {
    process.stderr.write('\n*** caddy is not installed: the Caddyfile is NOT tested ***\n\n');
    skip('caddy is not installed');
  }
  expect(isCaddyInstalled).toBe(true);
});

describe.runIf(isCaddyInstalled)('the proxy', () => {
  const closing: (() => unknown)[] = [];
  let [httpPort, httpsPort] = [0, 0];

  /** Starts Caddy with the Caddyfile on free ports, in front of an API that returns the headers of its requests. */
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'webshop-caddy-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const api = createServer(({ headers }, response) => response.end(JSON.stringify(headers)));
    closing.push(() => api.close());
    const apiPort = await listen(api, 0, '127.0.0.1', 'PORT');
    [httpPort, httpsPort] = [await freePort(), await freePort()];
    const environment = {
      PATH: process.env.PATH,
      HOME: folder,
      PUBLIC_URL: 'https://localhost',
      ADMIN_EMAIL: 'admin@example.com',
      API_ADDRESSES: `127.0.0.1:${apiPort}`,
    };
    const file = join(projectFolder, 'deploy/proxy/Caddyfile');
    const { stdout } = spawnSync('caddy', ['adapt', '--config', file], { env: environment, encoding: 'utf8' });
    const child = spawn('caddy', ['run', '--config', '-'], { env: environment, stdio: 'pipe' });
    closing.push(() => child.kill('SIGKILL') && once(child, 'exit'));
    child.stdin.end(withPorts(stdout));
    await untilUp('caddy', follow(child), () => connects('TLSv1.3'));
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  function withPorts(adapted: string): string {
    const config = JSON.parse(adapted.replaceAll('":80"', `":${httpPort}"`).replaceAll('":443"', `":${httpsPort}"`));
    Object.assign(config.apps.http, { http_port: httpPort, https_port: httpsPort });
    config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
    return JSON.stringify(config);
  }

  async function connects(version: SecureVersion): Promise<boolean> {
    const socket = connect({
      port: httpsPort,
      servername: 'localhost',
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      // OpenSSL itself refuses old versions otherwise.
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const isConnected = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isConnected;
  }

  test('pages lead to HTTPS, and the API refuses HTTP', async () => {
    const get = (path: string) => fetch(`http://localhost:${httpPort}${path}`, { redirect: 'manual' });
    const page = await get('/product/1?a=b');
    expect([page.status, page.headers.get('Location')]).toEqual([308, 'https://localhost/product/1?a=b']);
    expect((await get('/api/v1/products')).status).toBe(403);
  });

  test.each([
    ['TLSv1.3', true],
    ['TLSv1.2', true],
    ['TLSv1.1', false],
    ['TLSv1', false],
  ] as const)('speaks %s: %s', async (version, expected) => {
    expect(await connects(version)).toBe(expected);
  });

  test('tells the API the address that it sees, whatever a client claims', async () => {
    const headers = { Host: 'localhost', 'X-Forwarded-For': '198.51.100.1', 'X-Forwarded-Proto': 'http' };
    const sent = request({ port: httpsPort, servername: 'localhost', headers, rejectUnauthorized: false });
    const [response] = await once(sent.end(), 'response');
    expect(await json(response)).toMatchObject({
      'x-forwarded-for': expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      'x-forwarded-proto': 'https',
    });
  });
});
