import type { ProductDocumentKind, ProductDocumentView } from '#contract/catalogue/product-documents.ts';
import { currentLanguage, m } from '#messages';
import { fileSize } from '../forms/fileSize.ts';

export const documentKindNames: Record<ProductDocumentKind, () => string> = {
  manual: m.productDocuments.manual,
  safety: m.productDocuments.safety,
  energySheet: m.productDocuments.energySheet,
  other: m.productDocuments.other,
};

/** The name of a language by its code, in the language of the page. */
export function languageName(code: string): string {
  return new Intl.DisplayNames(currentLanguage().locale, { type: 'language' }).of(code) ?? code;
}

/** What a document is: "Manual · German · PDF, 1.2 MB". */
export function documentText({ kind, language, bytes }: ProductDocumentView): string {
  return [documentKindNames[kind](), languageName(language), `PDF, ${fileSize(bytes)}`].join(' · ');
}
