import { SpanKind } from '@opentelemetry/api';
import { createTransport } from 'nodemailer';
import { DEFAULT_SHOP_NAME } from '#contract/shop/settings.ts';
import type { EntityManager } from '../database/db.ts';
import { codeOf } from '../errors.ts';
import { mailCount } from '../observability/metrics.ts';
import { traced } from '../observability/tracing.ts';
import type { Letter, LetterParts, Writer } from './letters/letter.ts';
import { writeLetter } from './letters/write.ts';

export type Mail = LetterParts & {
  to: string;
  /** The name of the sender. */
  from: string;
  subject: string;
  /** Identifies the mail. It becomes the Message-ID, so that a mailbox can recognize a duplicate. */
  reference: string;
};

/** Runs just before a mail is sent, to make changes that the mail relies on. @returns false to cancel the mail */
type Prepare = () => Promise<boolean>;

export type Mailer = {
  /** @returns a function that lays out letters under the shop's current name */
  writer(em: EntityManager): Promise<(letter: Letter) => Pick<Mail, 'from'> & LetterParts>;
  /** Resolves once the mail server has accepted the mail, or `prepare` has canceled it. */
  send(mail: Mail, prepare?: Prepare): Promise<void>;
  /** Connects and logs in. @throws the error of the server or the network */
  verify(): Promise<unknown>;
  close(): void;
};

/** Milliseconds that each step of a delivery may take. */
const TIMEOUT = 10_000;

export type Sender = {
  readShop?: (em: EntityManager) => Promise<Writer['shop']>;
  /** Where mails come from; null for no-reply at the shop's host. */
  address?: string | null;
};

const unknownShop = async (): Promise<Writer['shop']> => {
  return { name: DEFAULT_SHOP_NAME, address: { street: '', postCode: '', city: '', country: '' } };
};

/** The address that mails come from, unless `address` is set. */
export function senderOf(publicUrl: string, address: string | null): string {
  return address ?? `no-reply@${new URL(publicUrl).hostname}`;
}

/** Sends mails through the server at `smtpUrl`, from the shop at `publicUrl`. */
export function createMailer(
  smtpUrl: string,
  publicUrl: string,
  { readShop = unknownShop, address = null }: Sender = {},
): Mailer {
  const { hostname } = new URL(publicUrl);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  return {
    async writer(em) {
      const shop = await readShop(em);
      return (letter) => ({ from: shop.name, ...writeLetter(letter, { shop, publicUrl }) });
    },
    async send({ reference, from: name, ...mail }, prepare) {
      if (prepare && !(await prepare())) return;
      const from = { name, address: senderOf(publicUrl, address) };
      const messageId = `<${reference}@${hostname}>`;
      try {
        await traced('send mail', { kind: SpanKind.CLIENT }, () => transport.sendMail({ ...mail, from, messageId }));
        mailCount.inc({ result: 'sent' });
      } catch (error) {
        mailCount.inc({ result: 'failed' });
        throw withoutContent(error);
      }
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  };
}

/** A server that refuses a mail may quote it, and the reason becomes that of the job. The server's codes remain. */
function withoutContent(error: unknown): unknown {
  if (!(error instanceof Error) || codeOf(error) !== 'EMESSAGE' || !('response' in error)) return error;
  const [codes = ''] = /^\d{3}([ -]\d\.\d+\.\d+)?/.exec(String(error.response)) ?? [];
  return Object.assign(new Error(`The mail server refused the mail: ${codes}`), { code: 'EMESSAGE' });
}
