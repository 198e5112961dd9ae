import type { SettingsView } from '#contract/shop/settings.ts';
import type { EntityManager } from '../../core/database/db.ts';
import type { File } from '../../core/mail/letters/letter.ts';
import type { DrawTexts } from '../orders/mails/order-mails.service.ts';
import { findVersion } from '../pages/pages.queries.ts';
import type { Draw } from './drawing-threads.ts';

/** Of what an order keeps, shoppers get these on a durable medium: Directive 2011/83/EU, Art. 8(7). */
const SENT = ['terms', 'withdrawal'];

/** Draws the texts that a confirmation has attached, in the versions of the order. */
export function drawTextsWith(draw: Draw, publicUrl: string): DrawTexts {
  return async (em: EntityManager, seller: SettingsView, texts) => {
    const files: File[] = [];
    for (const key of texts.filter(({ kind }) => SENT.includes(kind))) {
      const found = await findVersion(em, key);
      if (found === undefined) continue;
      const text = { ...key, ...found, publishedAt: new Date(found.publishedAt) };
      const content = await draw({ document: 'legalText', language: key.language, seller, text, publicUrl });
      files.push({ filename: fileName(text.title), content, contentType: 'application/pdf' });
    }
    return files;
  };
}

/** Without what file systems refuse. */
function fileName(title: string): string {
  return `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-')}.pdf`;
}
