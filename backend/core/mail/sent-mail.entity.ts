import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../database/columns.ts';

export const SentMailSchema = defineEntity({
  name: 'SentMail',
  tableName: 'sent_mail',
  properties: {
    /** Mail.reference: identifies the mail across retries. */
    reference: p.text().primary(),
    sentAt: now().index(),
  },
});

/** A mail that the mail server accepted. */
export class SentMail extends SentMailSchema.class {}
SentMailSchema.setClass(SentMail);
