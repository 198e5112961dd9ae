import type { Config } from '../../config.ts';
import { reasonOf } from '../../core/errors.ts';
import { createMailer, senderOf } from '../../core/mail/mailer.ts';
import { openSettings } from '../../modules/settings/shop-settings.ts';
import { withDatabase } from './database-of-shop.ts';
import { type Finding, ok, problem, unknown } from './finding.ts';

/** Logs in to the mail server, which doesn't tell whether it accepts the sender before it gets a mail. */
export async function checkMail({ smtpUrl, publicUrl, mailFrom }: Config): Promise<Finding[]> {
  if (smtpUrl === null) return [ok('Mail: a local mailbox, which starts with `make up`')];
  const mailer = createMailer(smtpUrl, publicUrl, { address: mailFrom });
  const { host } = new URL(smtpUrl);
  try {
    await mailer.verify();
    return [
      ok(`Mail: ${host} accepts the login`),
      unknown(`Mail: whether ${host} accepts the sender ${senderOf(publicUrl, mailFrom)}: try \`make doctor MAIL=…\``),
    ];
  } catch (error) {
    return [problem(`Mail: ${host} can't be used: ${reasonOf(error)}: check SMTP_URL and the server`)];
  } finally {
    mailer.close();
  }
}

/** Sends a mail to `to`. */
export async function checkSender(to: string, config: Config): Promise<Finding> {
  const { smtpUrl, publicUrl, shop, mailFrom } = config;
  const sender = senderOf(publicUrl, mailFrom);
  if (smtpUrl === null) return unknown('Mail: SMTP_URL is not set, so no mail was sent');
  const mailer = createMailer(smtpUrl, publicUrl, { address: mailFrom });
  try {
    const { name } = (await withDatabase(config, openSettings(shop).read)) ?? openSettings(shop).last();
    const text = `${name} at ${publicUrl} can send emails.`;
    const subject = `Test email of ${name}`;
    await mailer.send({ to, from: name, subject, text, html: text, reference: crypto.randomUUID() });
    return ok(`Mail: sent from ${sender} to ${to}`);
  } catch (error) {
    return problem(`Mail from ${sender} to ${to} was refused: ${reasonOf(error)}: check MAIL_FROM`);
  } finally {
    mailer.close();
  }
}
