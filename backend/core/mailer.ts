import { createTransport } from 'nodemailer';
import { SHOP_NAME } from '#contract/pages.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Identifies the mail. It becomes the Message-ID, so that a mailbox can recognize a duplicate. */
  reference: string;
};

/** Runs just before a mail is sent, to make changes that the mail relies on. @returns false to cancel the mail */
type Prepare = () => Promise<boolean>;

export type Mailer = {
  /** Resolves once the mail server has accepted the mail, or `prepare` has canceled it. */
  send(mail: Mail, prepare?: Prepare): Promise<void>;
  close(): void;
};

/** Milliseconds that each step of a delivery may take. */
const TIMEOUT = 10_000;

/** The sender of mails; without an address, no-reply at the shop's host. */
export type Sender = { name: string; address: string | null };

/** Sends mails through the server at `smtpUrl`, from the shop at `publicUrl`. */
export function createMailer(
  smtpUrl: string,
  publicUrl: string,
  { name, address }: Sender = { name: SHOP_NAME, address: null },
): Mailer {
  const { hostname } = new URL(publicUrl);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  return {
    async send({ reference, ...mail }, prepare) {
      if (prepare && !(await prepare())) return;
      await transport.sendMail({
        ...mail,
        from: { name, address: address ?? `no-reply@${hostname}` },
        messageId: `<${reference}@${hostname}>`,
      });
    },
    close: () => transport.close(),
  };
}
