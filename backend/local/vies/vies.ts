import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import Router from '@koa/router';
import Koa from 'koa';
import { requireHost } from '../../core/http/hosts.ts';
import { closeServer, listen } from '../../core/http/listen.ts';

export type LocalVies = {
  /** For VIES_URL. */
  url: string;
  /** How many questions it was asked. */
  asked(): number;
  close(): Promise<void>;
};

type Options = {
  /** 0 for any free port. */
  port: number;
  /** How long it keeps a question that it never answers, in milliseconds; by default until the client gives up. */
  patience?: number;
};

type Question = { vatNumber?: string; countryCode?: string; requesterNumber?: string };

/**
 * Starts a local stand-in for the EU's service that knows VAT ids. It knows none that ends in 0, never answers about one that
 * ends in 9, and knows all others.
 */
export async function startVies({ port, patience }: Options): Promise<LocalVies> {
  const withheld = new Set<ServerResponse>();
  let asked = 0;
  const router = new Router();

  router.get('/check-status', (ctx) => {
    ctx.body = { vow: { available: true } };
  });

  router.post('/check-vat-number', async (ctx) => {
    asked += 1;
    const { countryCode = '', vatNumber = '', requesterNumber = '' } = (await json(ctx.req)) as Question;
    if (vatNumber.endsWith('9')) {
      ctx.respond = false;
      withheld.add(ctx.res);
      ctx.res.on('close', () => withheld.delete(ctx.res));
      if (patience !== undefined) setTimeout(() => ctx.res.destroy(), patience).unref();
      return;
    }
    ctx.body = {
      countryCode,
      vatNumber,
      requestDate: new Date().toISOString(),
      valid: !vatNumber.endsWith('0'),
      requestIdentifier: requesterNumber === '' ? '' : `WAPI${randomUUID().replaceAll('-', '').slice(0, 12)}`,
    };
  });

  const app = new Koa();
  app.on('error', () => {});
  app.use(requireHost(['127.0.0.1']));
  app.use(router.routes());
  const server = createServer(app.callback());
  // `make up` derives the port from PORT.
  const address = await listen(server, port, '127.0.0.1', 'PORT');
  return {
    url: `http://127.0.0.1:${address}`,
    asked: () => asked,
    close: async () => {
      for (const response of withheld) response.destroy();
      await closeServer(server);
    },
  };
}
