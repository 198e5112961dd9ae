import { afterEach, expect, test, vi } from 'vitest';
import { imports, refreshImports } from './imports.ts';

afterEach(() => vi.unstubAllGlobals());

test('an import that starts while the list loads is listed', async () => {
  const requests: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>();
    requests.push(request);
    return request.promise;
  });
  const respond = (index: number, ids: string[]) => {
    const body = { status: 'success', imports: ids.map((_id) => ({ _id, state: 'done' })) };
    requests[index]?.resolve(Response.json(body));
  };
  imports.entryOf(null).subscribe(() => undefined);
  const opened = imports.load(null);
  const refreshed = refreshImports();
  respond(0, []);
  respond(1, ['new']);
  await Promise.all([opened, refreshed]);
  expect(imports.peek(null)).toMatchObject([{ _id: 'new' }]);
});
