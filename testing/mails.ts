import { waitFor } from './wait.ts';

type Mail = { file: string; to: string; subject: string };

/** The mails to an address in the mailbox at `mailboxUrl`, newest first. */
export async function mailsTo(mailboxUrl: string, address: string): Promise<Mail[]> {
  return (await allMails(mailboxUrl)).filter(({ to }) => to === address);
}

async function allMails(mailboxUrl: string): Promise<Mail[]> {
  return (await fetch(`${mailboxUrl}/mails.json`)).json();
}

/** Waits for a mail to an address whose subject matches. */
export async function readMail(
  mailboxUrl: string,
  address: string,
  subject: RegExp,
): Promise<{ subject: string; html: string; text: string }> {
  const mail = await waitFor(`a mail to ${address} about ${subject}`, async () =>
    (await mailsTo(mailboxUrl, address)).find((each) => subject.test(each.subject)),
  );
  const partOf = async (part: string) => (await fetch(`${mailboxUrl}/mails/${mail.file}/${part}`)).text();
  return { subject: mail.subject, html: await partOf('body'), text: await partOf('text') };
}

/** Waits for `count` reset mails to an address. @returns the URLs of their links, newest first */
export async function resetLinks(mailboxUrl: string, address: string, count = 1): Promise<string[]> {
  const mails = await waitFor(`${count} reset mails to ${address}`, async () => {
    const found = (await mailsTo(mailboxUrl, address)).filter(isReset);
    return found.length >= count ? found : null;
  });
  return Promise.all(mails.map((mail) => resetLinkIn(mailboxUrl, mail)));
}

/** The links of the latest reset mails to anybody, newest first. */
export async function latestResetLinks(mailboxUrl: string, count: number): Promise<string[]> {
  const mails = (await allMails(mailboxUrl)).filter(isReset).slice(0, count);
  return Promise.all(mails.map((mail) => resetLinkIn(mailboxUrl, mail)));
}

function isReset({ subject }: Mail): boolean {
  return subject.startsWith('Reset');
}

async function resetLinkIn(mailboxUrl: string, { file }: Mail): Promise<string> {
  const body = await (await fetch(`${mailboxUrl}/mails/${file}/body`)).text();
  const link = /href="([^"]*\/resetPassword\/[^"]*)"/.exec(body)?.[1];
  if (link === undefined) throw new Error(`No link in ${body}`);
  return link;
}
