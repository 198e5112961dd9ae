import type { Email } from 'postal-mime';
import { escapeHtml } from '../../core/http/html.ts';

export type MailSummary = {
  file: string;
  to: string;
  subject: string;
  date: string;
  messageId: string;
  /** The names of its attached files. */
  files: string[];
};

/** The list of mails, refreshed every few seconds. */
export function listPage(mails: MailSummary[]): string {
  const rows = mails.map(
    ({ file, to, subject, date }) => `<li><a href="/mails/${file}">
      <strong>${escapeHtml(subject)}</strong><span>${escapeHtml(to)}</span>${timeOf(date)}</a></li>`,
  );
  const empty = '<p class="quiet">No mail yet. Emails from the shop appear here; none are delivered.</p>';
  return page('Mailbox', `<h1>Mailbox</h1>${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : empty}`, true);
}

/** A mail: its headers, and its body in a sandboxed frame. */
export function mailPage(mail: Email, files: readonly string[]): string {
  const links = files.map((name) => `<a data-file="${escapeHtml(encodeURIComponent(name))}">${escapeHtml(name)}</a>`);
  const subject = escapeHtml(mail.subject ?? '(no subject)');
  const from = escapeHtml(`${mail.from?.name ?? ''} <${mail.from?.address ?? ''}>`);
  const to = escapeHtml(mail.to?.map(({ address }) => address ?? '').join(', ') ?? '');
  return page(
    subject,
    `<p><a href="/">← All mails</a></p><h1>${subject}</h1>
     <p class="quiet">From ${from} to ${to} ${timeOf(mail.date ?? '')} · <a id="text">As text</a></p>
     ${links.length > 0 ? `<p>Attached: ${links.join(', ')}</p>` : ''}
     <iframe sandbox="allow-popups" title="The mail" id="body"></iframe>
     <script>
       document.getElementById('body').src = location.pathname + '/body';
       document.getElementById('text').href = location.pathname + '/text';
       for (const link of document.querySelectorAll('[data-file]')) {
         link.href = location.pathname + '/files/' + link.dataset.file;
       }
     </script>`,
  );
}

function timeOf(date: string): string {
  return date === ''
    ? ''
    : `<time datetime="${escapeHtml(date)}">${escapeHtml(new Date(date).toLocaleString('en-US'))}</time>`;
}

function page(title: string, content: string, refresh = false): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
${refresh ? '<meta http-equiv="refresh" content="5">' : ''}
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
  ul { list-style: none; padding: 0; border-top: 1px solid #8884; }
  li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .75rem 0; border-bottom: 1px solid #8884;
    color: inherit; text-decoration: none; }
  li a:hover strong { text-decoration: underline; }
  strong { grid-column: 1 / -1; overflow-wrap: anywhere; }
  .quiet, span, time { color: GrayText; }
  iframe { width: 100%; height: 65vh; border: 1px solid #8884; border-radius: .5rem; background: #fff; }
</style></head><body>${content}</body></html>`;
}
