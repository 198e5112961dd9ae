import { afterEach, expect, test, vi } from 'vitest';
import { refreshWork, work } from './work.ts';

const requests: PromiseWithResolvers<Response>[] = [];

afterEach(() => vi.unstubAllGlobals());

test('a change counts the work again, also while an earlier count is pending', async () => {
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>();
    requests.push(request);
    return request.promise;
  });
  const respond = (index: number, commentsWaiting: number) =>
    requests[index]?.resolve(Response.json({ status: 'success', commentsWaiting }));
  work.entryOf(null).subscribe(() => undefined);
  void work.load(null, { quiet: true });
  refreshWork();
  expect(requests).toHaveLength(2);
  respond(1, 4);
  respond(0, 5);
  await vi.waitFor(() => expect(work.peek(null)).toMatchObject({ commentsWaiting: 4 }));
});
