import * as yup from 'yup';
import { m } from '#messages';
import { missing, requiredName, text } from '../values/text.ts';
import { documentLanguages, PRODUCT_DOCUMENT_TITLE_MAX, productDocumentKinds } from './product-documents.ts';

/** The message for the PDF, a file in the form and therefore outside this schema. */
export const documentRequired = missing(m.productDocuments.file);

export const productDocumentInput = yup.object({
  kind: text().oneOf(productDocumentKinds, m.productDocuments.wrongKind).required(m.productDocuments.wrongKind),
  title: requiredName(m.fields.title, PRODUCT_DOCUMENT_TITLE_MAX),
  language: text()
    .oneOf(documentLanguages, m.productDocuments.wrongLanguage)
    .required(m.productDocuments.wrongLanguage),
});
export type ProductDocumentInput = yup.InferType<typeof productDocumentInput>;
