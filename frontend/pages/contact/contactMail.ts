import type { ContactInput } from '#contract/shop/contact.input.ts';
import { m } from '#messages';

/** The address of an email with what was filled in: https://www.rfc-editor.org/rfc/rfc6068. */
export function contactMail(to: string, { firstName, lastName, email, message }: ContactInput): string {
  const name = `${firstName} ${lastName}`;
  const body = [...message.split('\n'), '', name, email].join('\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(m.contact.subject({ name }))}&body=${encodeURIComponent(body)}`;
}
