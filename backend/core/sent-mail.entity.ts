import { defineEntity, p } from '@mikro-orm/core';
import { now } from './columns.ts';

export const SentMailSchema = defineEntity({
  name: 'SentMail',
  tableName: 'sent_mail',
  properties: {
    /** What the mail was about (Mail.reference). */
    reference: p.text().primary(),
    sentAt: now(),
  },
});

/** A mail that the mail server has taken. */
export class SentMail extends SentMailSchema.class {}
SentMailSchema.setClass(SentMail);
