import { removeDone } from '../../backend/core/outbox.ts';
import { forgetSentMails } from '../../backend/core/sent-mails.ts';
import { removeAbandonedFiles } from '../../backend/modules/catalogue/abandoned-files.service.ts';
import { removeAbandonedImports } from '../../backend/modules/imports/imports.service.ts';
import { forgetWebhooks } from '../../backend/modules/payments/webhooks.service.ts';
import { removeExpired } from '../../backend/modules/users/expiry.service.ts';
import { defineSchedule } from './job.ts';

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

export const cleanUp = defineSchedule({
  queue: 'upkeep',
  every: DAY,
  run: async ({ em, storage }) => {
    await removeExpired(em);
    await removeDone(em, 7 * DAY);
    await forgetSentMails(em, 30 * DAY);
    await forgetWebhooks(em, 90 * DAY);
    await removeAbandonedFiles(em, storage, DAY);
    await removeAbandonedImports(em, storage, DAY);
  },
});
