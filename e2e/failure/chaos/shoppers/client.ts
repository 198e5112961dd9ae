import { type ApiResponse, type Call, type CallOptions, callsOf } from '../../../../testing/shop/api.ts';
import type { Journal, Outcome, RequestKind } from '../journal.ts';

/** The status is 0 without a response. */
export type Reply = { outcome: Outcome } & Pick<ApiResponse, 'status' | 'body'>;

type Options = CallOptions & {
  /** Error codes that the shop may refuse this request with. Any other is a defect. */
  allowedErrors?: readonly string[];
};

const TIMEOUT_MILLISECONDS = 15_000;

/** Calls the shop, and records each outcome in the journal. */
export class Client {
  private readonly request: Call;
  private readonly journal: Journal;

  constructor(url: string, journal: Journal) {
    this.request = callsOf(url);
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

  private async send(method: string, path: string, options: CallOptions): Promise<Reply> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
      const { status, body } = await this.request(method, path, { ...options, signal });
      return { outcome: outcomeOf(status), status, body };
    } catch {
      return { outcome: 'unknown', status: 0, body: null };
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 200) return 'acknowledged';
  return status < 500 ? 'refused' : 'unknown';
}
