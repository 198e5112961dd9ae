import type { Journal, Outcome, RequestKind } from '../journal.ts';

export type Reply = {
  outcome: Outcome;
  /** 0 without a response. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes, and an unexpected one fails the run
  body: any;
};

type Options = {
  token?: string | null;
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
  /** Error codes that the shop may refuse this request with. Any other is a defect. */
  allowedErrors?: readonly string[];
};

const TIMEOUT_MILLISECONDS = 15_000;

/** Calls the shop, and records each outcome in the journal. */
export class Client {
  private readonly url: string;
  private readonly journal: Journal;

  constructor(url: string, journal: Journal) {
    this.url = url;
    this.journal = journal;
  }

  async call(
    kind: RequestKind,
    method: string,
    path: string,
    { allowedErrors = [], ...options }: Options = {},
  ): Promise<Reply> {
    const reply = await this.send(method, path, options);
    this.journal.count(kind, reply.outcome);
    // An outage is a 503; a 500 is a defect.
    const isUnexpected =
      reply.status === 500 || (reply.outcome === 'refused' && !allowedErrors.includes(reply.body?.code));
    if (isUnexpected) this.journal.unexpectedResponses.push(`${kind}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  }

  /** Retries a GET request until it succeeds. */
  async read(path: string, token: string): Promise<Reply['body']> {
    for (;;) {
      const { outcome, body } = await this.send('GET', path, { token });
      if (outcome === 'acknowledged') return body;
      if (outcome === 'refused') throw new Error(`GET ${path} was refused: ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  private async send(method: string, path: string, { token, body, form, headers }: Options): Promise<Reply> {
    try {
      const response = await fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: {
          ...headers,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(token && { Authorization: token }),
        },
        body: form ?? (body && JSON.stringify(body)),
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      return { outcome: outcomeOf(response.status), status: response.status, body: await response.json() };
    } catch {
      return { outcome: 'unknown', status: 0, body: null };
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 200) return 'acknowledged';
  return status < 500 ? 'refused' : 'unknown';
}
