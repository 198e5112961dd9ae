import type { DrawDocument } from '../orders/invoicing/stored-documents.ts';
import type { DrawTexts } from '../orders/mails/order-mails.service.ts';
import { openDrawing } from './drawing-threads.ts';
import { drawTextsWith } from './order-texts.ts';

/** Draws what mails have attached. */
export function openDrawings(publicUrl: string): { drawTexts: DrawTexts; drawDocument: DrawDocument } {
  const draw = openDrawing();
  return {
    drawTexts: drawTextsWith(draw, publicUrl),
    drawDocument: (issued) => draw({ document: 'issued', issued }),
  };
}
