import { m } from '#messages';

/** Documents of one product. */
export const PRODUCT_DOCUMENTS_MAX = 10;
export const PRODUCT_DOCUMENT_TITLE_MAX = 100;

/** Of one document, as messages name it, and in bytes. */
const limits = { megabytes: 10 };
export const PRODUCT_DOCUMENT_BYTES_MAX = limits.megabytes * 1024 * 1024;

export const documentRules = () => m.productDocuments.rules(limits);
export const documentTooLarge = () => m.productDocuments.tooLarge(limits);

/** `energySheet` is the product information sheet of Regulation (EU) 2017/1369, Art. 3 (1). */
export const productDocumentKinds = ['manual', 'safety', 'energySheet', 'other'] as const;
export type ProductDocumentKind = (typeof productDocumentKinds)[number];

/** The languages that a document can be in: the official ones of Europe. The shop need not speak them. */
export const documentLanguages =
  'bg bs cs da de el en es et fi fr ga hr hu is it lt lv mk mt nb nl pl pt ro ru sk sl sq sr sv tr uk'.split(' ');

export type ProductDocumentView = {
  _id: string;
  kind: ProductDocumentKind;
  title: string;
  /** One of documentLanguages. */
  language: string;
  /** The path of the PDF, which browsers download. */
  url: string;
  bytes: number;
};
