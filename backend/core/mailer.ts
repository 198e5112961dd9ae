import { createTransport } from 'nodemailer';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What the mail is about, fixed: a mail that is sent twice has one Message-ID, by which a mailbox can know. */
  reference: string;
};

/** Does what a mail relies on, just before it is sent and only if it is. @returns false if it is not to be sent after all */
type Prepare = () => Promise<boolean>;

export type Mailer = {
  /** Resolves once the mail server has taken the mail, if it is to be sent. */
  send(mail: Mail, prepare?: Prepare): Promise<void>;
  close(): void;
};

/** Milliseconds that a mail server may take for each step before the attempt counts as failed. */
const TIMEOUT = 10_000;

/** Sends through the mail server at `smtpUrl`, in the name of the shop at `publicUrl`. */
export function createMailer(smtpUrl: string, publicUrl: string): Mailer {
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
        from: { name: 'WebShop', address: `no-reply@${hostname}` },
        messageId: `<${reference}@${hostname}>`,
      });
    },
    close: () => transport.close(),
  };
}
