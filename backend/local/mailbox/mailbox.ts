import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { requireHost } from '../../core/http/hosts.ts';
import { closeServer, listen } from '../../core/http/listen.ts';
import { newId } from '../../core/ids.ts';
import { listPage, type MailSummary, mailPage } from './pages.ts';

export type Mailbox = {
  /** For SMTP_URL. */
  smtpUrl: string;
  /** The URL of its web page. */
  url: string;
  close(): Promise<void>;
};

type Options = {
  /** Contains one .eml file per mail. */
  folder: string;
  /** The port of the web page; 0 for any free one. */
  port: number;
};

const FILE_NAME = /^[\da-f-]{36}\.eml$/;

/** A local mail server that accepts every mail, delivers none, and shows all on a web page. */
export async function startMailbox({ folder, port }: Options): Promise<Mailbox> {
  await mkdir(folder, { recursive: true });
  const smtp = createSmtpServer(folder);
  const web = createServer(createPages(folder).callback());
  // `make up` derives the port of the web page from PORT. If it is taken, the SMTP server must not be left listening.
  const webPort = await listen(web, port, '127.0.0.1', 'PORT');
  const smtpPort = await listen(smtp.server, 0, '127.0.0.1', 'SMTP_URL');
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://localhost:${webPort}`,
    close: async () => {
      await Promise.all([new Promise<void>((resolve) => smtp.close(resolve)), closeServer(web)]);
    },
  };
}

function createSmtpServer(folder: string): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream
        .toArray()
        .then((chunks) => store(folder, Buffer.concat(chunks)))
        .then(() => done(), done);
    },
  });
  // The sender reports and retries broken connections.
  server.on('error', () => {});
  return server;
}

/** Renames the file when complete, so that no mail is half written. */
async function store(folder: string, mail: Buffer): Promise<void> {
  const name = `${newId()}.eml`;
  await writeFile(join(folder, `${name}.part`), mail);
  await rename(join(folder, `${name}.part`), join(folder, name));
}

function createPages(folder: string): Koa {
  const router = new Router();
  const listMails = mailLister(folder);

  router.get('/', async (ctx) => {
    ctx.type = 'html';
    ctx.body = listPage(await listMails());
  });

  router.get('/mails.json', async (ctx) => {
    ctx.body = await listMails();
  });

  router.get('/mails/:file', async (ctx) => {
    ctx.type = 'html';
    const mail = await readMail(folder, ctx.params.file ?? '');
    ctx.body = mailPage(mail, namesOf(mail));
  });

  router.get('/mails/:file/body', async (ctx) => {
    const mail = await readMail(folder, ctx.params.file ?? '');
    // Mails must not run scripts.
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups",
    );
    ctx.type = mail.html ? 'html' : 'text';
    ctx.body = mail.html ? `<base target="_blank">${withPictures(mail.html, mail)}` : (mail.text ?? '');
  });

  router.get('/mails/:file/text', async (ctx) => {
    ctx.type = 'text';
    ctx.body = (await readMail(folder, ctx.params.file ?? '')).text ?? '';
  });

  router.get('/mails/:file/files/:name', async (ctx) => {
    const { name = '' } = ctx.params;
    const found = filesOf(await readMail(folder, ctx.params.file ?? '')).find(({ filename }) => filename === name);
    if (found === undefined) return;
    ctx.type = found.mimeType;
    ctx.body = Buffer.from(String(found.content), 'base64');
  });

  const app = new Koa();
  app.use(requireHost([]));
  app.use(router.routes());
  return app;
}

/** Shows the pictures that a mail carries. */
function withPictures(html: string, { attachments }: Email): string {
  const sources = new Map(
    attachments.map(({ contentId, mimeType, content }) => {
      return [contentId, `data:${mimeType};base64,${content}`] as const;
    }),
  );
  return html.replaceAll(/cid:([^"]+)/g, (source, id) => sources.get(`<${id}>`) ?? source);
}

/** What a mail has attached, besides the pictures that its text shows. */
function filesOf({ attachments }: Email) {
  return attachments.filter(({ disposition }) => disposition === 'attachment');
}

/** Lists mails, newest first: file names sort by time. Reads each mail once, as none ever changes. */
function mailLister(folder: string): () => Promise<MailSummary[]> {
  let known = new Map<string, MailSummary>();
  return async () => {
    const files = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).toSorted();
    const mails = await Promise.all(
      files.map(async (file) => known.get(file) ?? summaryOf(file, await readMail(folder, file))),
    );
    known = new Map(mails.map((mail) => [mail.file, mail]));
    return mails.reverse();
  };
}

function summaryOf(file: string, mail: Email): MailSummary {
  const to = mail.to?.map(({ address }) => address ?? '').join(', ') ?? '';
  const { subject = '(no subject)', date = '', messageId = '' } = mail;
  return { file, to, subject, date, messageId, files: namesOf(mail) };
}

function namesOf(mail: Email): string[] {
  return filesOf(mail).map(({ filename }) => filename ?? '');
}

async function readMail(folder: string, file: string): Promise<Email> {
  if (!FILE_NAME.test(file)) throw Object.assign(new Error('Mail not found'), { status: 404, expose: true });
  return PostalMime.parse(await readFile(join(folder, file)), { attachmentEncoding: 'base64' });
}
