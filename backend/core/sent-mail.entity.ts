import { defineEntity, p } from '@mikro-orm/core';

const SentMailSchema = defineEntity({
  name: 'SentMail',
  tableName: 'sent_mail',
  properties: {
    /** What the mail was about (Mail.reference). */
    reference: p.text().primary(),
    sentAt: p
      .datetime()
      .defaultRaw('now()')
      .onCreate(() => new Date()),
  },
});

/** A mail that the mail server has taken. */
export class SentMail extends SentMailSchema.class {}
SentMailSchema.setClass(SentMail);
