import { createServer, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { closeServer, listen } from '../../core/http/listen.ts';
import { startVies } from '../../local/vies/vies.ts';
import { askService } from './vies.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function standIn(patience?: number): Promise<string> {
  const vies = await startVies({ port: 0, ...(patience !== undefined && { patience }) });
  closing.push(() => vies.close());
  return vies.url;
}

/** A service that responds as `serve` says. */
async function service(serve: RequestListener): Promise<string> {
  const server = createServer(serve);
  const port = await listen(server, 0, '127.0.0.1', 'VIES_URL');
  closing.push(() => {
    server.closeAllConnections();
    return closeServer(server);
  });
  return `http://127.0.0.1:${port}`;
}

const question = { vatId: 'ATU12345678', requester: 'DE123456789' };
const error = (code: string) => JSON.stringify({ actionSucceed: false, errorWrappers: [{ error: code }] });

describe('the local stand-in', () => {
  test('knows all but numbers that end in 0, and gives requesters a consultation number', async () => {
    const url = await standIn();
    const consultationNumber = expect.stringMatching(/^WAPI\w{12}$/);
    expect(await askService({ url }, question)).toEqual({ isValid: true, consultationNumber });
    expect(await askService({ url }, { ...question, requester: '' })).toEqual({
      isValid: true,
      consultationNumber: '',
    });
    expect(await askService({ url }, { ...question, vatId: 'ATU12345670' })).toMatchObject({ isValid: false });
  });

  test('never answers about numbers that end in 9', async () => {
    const url = await standIn();
    expect(await askService({ url, timeout: 50 }, { ...question, vatId: 'ATU12345679' })).toBeNull();
  });
});

describe('asking the service', () => {
  test('sends both VAT ids without their prefixes', async () => {
    const asked: unknown[] = [];
    const url = await service(async (request, response) => {
      asked.push([request.method, request.url, await json(request)]);
      response.end(JSON.stringify({ valid: true, requestIdentifier: 'WAPIAAAA1' }));
    });
    expect(await askService({ url }, question)).toEqual({ isValid: true, consultationNumber: 'WAPIAAAA1' });
    const requester = { requesterMemberStateCode: 'DE', requesterNumber: '123456789' };
    expect(asked).toEqual([['POST', '/check-vat-number', { countryCode: 'AT', vatNumber: 'U12345678', ...requester }]]);
  });

  test('is tried again once if the connection fails', async () => {
    let count = 0;
    const url = await service((request, response) => {
      count += 1;
      if (count === 1) request.destroy();
      else response.end(JSON.stringify({ valid: true }));
    });
    expect(await askService({ url }, question)).toEqual({ isValid: true, consultationNumber: '' });
    expect(count).toBe(2);
  });

  test.each([
    ['is unavailable', error('MS_UNAVAILABLE')],
    ['is too busy', error('GLOBAL_MAX_CONCURRENT_REQ')],
    ['sends no JSON', '<html></html>'],
    ['sends nothing', ''],
    ['sends JSON of another kind', 'null'],
  ])('leads to no answer if it %s', async (_what, body) => {
    const url = await service((_request, response) => response.end(body));
    expect(await askService({ url }, question)).toBeNull();
  });

  test('leads to no answer if it can not be reached, or there is none', async () => {
    const url = await service(() => {});
    await closing.pop()?.();
    expect(await askService({ url }, question)).toBeNull();
    expect(await askService({ url: null }, question)).toBeNull();
  });

  test('leads to no answer if sending it takes too long', async () => {
    const url = await service((_request, response) => response.write('{"valid":'));
    expect(await askService({ url, timeout: 50 }, question)).toBeNull();
  });

  test('takes a number that the service calls malformed for an unknown one', async () => {
    const url = await service((_request, response) => response.end(error('INVALID_INPUT')));
    expect(await askService({ url }, question)).toEqual({ isValid: false, consultationNumber: '' });
  });

  test('does without the VAT id of the shop if the service refuses that', async () => {
    const url = await service(async (request, response) => {
      const { requesterNumber } = (await json(request)) as { requesterNumber?: string };
      response.end(requesterNumber ? error('INVALID_REQUESTER_INFO') : JSON.stringify({ valid: true }));
    });
    expect(await askService({ url }, question)).toEqual({ isValid: true, consultationNumber: '' });
  });
});
