import { defineEntity, p } from '@mikro-orm/core';
import { reportDecisions } from '#contract/comments/comment-reports.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { id, index, now } from '../../core/database/columns.ts';

export const CommentReport = defineEntity({
  name: 'CommentReport',
  tableName: 'comment_report',
  properties: {
    id: id(),
    /** No foreign key: who reported a comment hears of the decision even if it was deleted. */
    commentId: p.uuid(),
    productTitle: p.text(),
    reason: p.text(),
    /** Null if none was given, and once it is forgotten. */
    email: p.text().nullable(),
    /** Of the mail to that email. */
    language: p.text().$type<LanguageCode>().default('en'),
    /** A hash of who reported it, so that nobody has two open reports of a comment; null once it is decided. */
    reporter: p.text().nullable(),
    createdAt: now(),
    /** Null while it is open. */
    decision: p.enum(reportDecisions).columnType('text').nullable(),
    decisionReason: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'comment_report_reporter_unique', properties: ['commentId', 'reporter'] }],
  indexes: [
    index('comment_report_created_at_index', '"comment_report" (created_at, id)'),
    // For the work that waits.
    index('comment_report_open_index', '"comment_report" (created_at, id) where decision is null'),
    index('comment_report_email_index', '"comment_report" (lower(email collate "C")) where email is not null'),
  ],
});
