import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen } from '../../backend/core/http/listen.ts';

/** A request that a receiver got. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string; response: ServerResponse };

export type Receiver = {
  url: string;
  received: Received[];
  /** How it answers from now on; by default, with 204. */
  answer: (received: Received) => void;
  close(): Promise<void>;
};

/** Starts an endpoint of a merchant's tool, on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const received = { path: request.url ?? '', headers: request.headers, body, response };
    receiver.received.push(received);
    receiver.answer(received);
  });
  const port = await listen(server, 0, '127.0.0.1', 'PORT');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    received: [],
    answer: answering(204),
    close() {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
  return receiver;
}

/** Answers with a status and a body. */
export function answering(status: number, body = '', headers: Record<string, string> = {}): Receiver['answer'] {
  return ({ response }) => response.writeHead(status, headers).end(body);
}
