import { createMailer, type Mailer } from '../../backend/core/mail/mailer.ts';
import type { Call } from '../shop/api.ts';
import { waitFor } from '../wait.ts';

/** The pages that links of mails lead to, and the subjects of these mails. */
const subjects = { resetPassword: /^Reset/, verify: /^Confirm your email/ };
type LinkedPage = keyof typeof subjects;

type Mail = { file: string; to: string; subject: string; files: string[] };

/** The mails to an address in the mailbox at `mailboxUrl`, newest first; those whose subject matches. */
export async function mailsTo(mailboxUrl: string, address: string, subject = /^/): Promise<Mail[]> {
  return (await allMails(mailboxUrl)).filter((mail) => mail.to === address && subject.test(mail.subject));
}

async function allMails(mailboxUrl: string): Promise<Mail[]> {
  return (await fetch(`${mailboxUrl}/mails.json`)).json();
}

/** Waits for a mail to an address whose subject matches. */
export async function readMail(
  mailboxUrl: string,
  address: string,
  subject: RegExp,
): Promise<{ subject: string; html: string; text: string; files: Map<string, Uint8Array> }> {
  const mail = await waitFor(`a mail to ${address} about ${subject}`, async () =>
    (await mailsTo(mailboxUrl, address, subject)).at(0),
  );
  const partOf = async (part: string) => (await fetch(`${mailboxUrl}/mails/${mail.file}/${part}`)).text();
  const files = new Map<string, Uint8Array>();
  for (const name of mail.files) {
    const response = await fetch(`${mailboxUrl}/mails/${mail.file}/files/${encodeURIComponent(name)}`);
    files.set(name, new Uint8Array(await response.arrayBuffer()));
  }
  return { subject: mail.subject, html: await partOf('body'), text: await partOf('text'), files };
}

/** Waits for `count` reset mails to an address. @returns the URLs of their links, newest first */
export function resetLinks(mailboxUrl: string, address: string, count = 1): Promise<string[]> {
  return linksTo(mailboxUrl, address, 'resetPassword', count);
}

/** The same for the mails that verify an address. */
export function verificationLinks(mailboxUrl: string, address: string, count = 1): Promise<string[]> {
  return linksTo(mailboxUrl, address, 'verify', count);
}

/** The links of the latest mails to anybody that reset a password or verify an address, newest first. */
export async function latestLinks(mailboxUrl: string, page: LinkedPage, count: number): Promise<string[]> {
  const mails = (await allMails(mailboxUrl)).filter(({ subject }) => subjects[page].test(subject));
  return Promise.all(mails.slice(0, count).map((mail) => linkIn(mailboxUrl, mail, page)));
}

/** The token of a mail's link. */
export function tokenIn(link = ''): string {
  return new URL(link).pathname.split('/').at(-1) ?? '';
}

async function linksTo(mailboxUrl: string, address: string, page: LinkedPage, count: number): Promise<string[]> {
  const mails = await waitFor(`${count} mails to ${address} about ${subjects[page]}`, async () => {
    const found = await mailsTo(mailboxUrl, address, subjects[page]);
    return found.length >= count ? found : null;
  });
  return Promise.all(mails.map((mail) => linkIn(mailboxUrl, mail, page)));
}

async function linkIn(mailboxUrl: string, { file }: Mail, page: LinkedPage): Promise<string> {
  const body = await (await fetch(`${mailboxUrl}/mails/${file}/body`)).text();
  const link = new RegExp(`href="([^"]*/${page}/[^"]*)"`).exec(body)?.[1];
  if (link === undefined) throw new Error(`No link in ${body}`);
  return link;
}

/** Confirms the email of an account, which then gets all mails. */
export async function confirmEmail(call: Call, mailboxUrl: string, address: string): Promise<void> {
  const [link = ''] = await verificationLinks(mailboxUrl, address);
  await call('PATCH', `/user/verifyEmail/${link.split('/').at(-1)}`);
}

/** A mailer that notes whom it emails; its server refuses the address `refused`. */
export function notingMailer(refused?: string): { mailer: Mailer; emailed: string[] } {
  const emailed: string[] = [];
  const mailer: Mailer = {
    ...createMailer('smtp://127.0.0.1:1', 'http://localhost'),
    async send({ to }) {
      if (to === refused) throw new Error(`550 ${to} is unknown`);
      emailed.push(to);
    },
  };
  return { mailer, emailed };
}
