import type { Journal, Outcome, RequestKind } from '../journal.ts';

export type Reply = {
  outcome: Outcome;
  /** 0 without an answer. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: shoppers look into answers of every shape, and fail where it is another
  body: any;
};

type Options = {
  token?: string | null;
  body?: object;
  form?: FormData;
  /** Codes with which the shop may refuse this. Any other refusal is odd. */
  mayRefuse?: readonly string[];
};

/** Milliseconds after which a shopper gives up. */
const ANSWER_TIMEOUT = 15_000;

/** Speaks to the shop, and notes in the journal what became of each request. */
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
    { mayRefuse = [], ...options }: Options = {},
  ): Promise<Reply> {
    const reply = await this.send(method, path, options);
    this.journal.note(kind, reply.outcome);
    // What is away is told with a 503: a 500 is a defect.
    const isOdd = reply.status === 500 || (reply.outcome === 'refused' && !mayRefuse.includes(reply.body?.code));
    if (isOdd) this.journal.oddities.push(`${kind}: answered ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  }

  /** Reads something, as often as it takes. */
  async read(path: string, token: string): Promise<Reply['body']> {
    for (;;) {
      const { outcome, body } = await this.send('GET', path, { token });
      if (outcome === 'acknowledged') return body;
      if (outcome === 'refused') throw new Error(`GET ${path} was refused: ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  private async send(method: string, path: string, { token, body, form }: Options): Promise<Reply> {
    try {
      const response = await fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: { ...(body && { 'Content-Type': 'application/json' }), ...(token && { Authorization: token }) },
        body: form ?? (body && JSON.stringify(body)),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT),
      });
      const answer = await response.json();
      return { outcome: outcomeOf(response.status), status: response.status, body: answer };
    } catch {
      return { outcome: 'unknown', status: 0, body: null };
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 200) return 'acknowledged';
  return status < 500 ? 'refused' : 'unknown';
}
