import { yupResolver } from '@hookform/resolvers/yup';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { type ProductDocumentInput, productDocumentInput } from '#contract/catalogue/product-documents.input.ts';
import {
  documentLanguages,
  documentRules,
  documentTooLarge,
  PRODUCT_DOCUMENT_BYTES_MAX,
  PRODUCT_DOCUMENT_TITLE_MAX,
  productDocumentKinds,
} from '#contract/catalogue/product-documents.ts';
import { currentCode, currentLanguage, m } from '#messages';
import { addDocument } from '../../../../api/admin/productDocuments.ts';
import { fileRefusal } from '../../../../api/upload.ts';
import { Button } from '../../../../components/Button.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import { ProgressBar } from '../../../../components/feedback/ProgressBar.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { FileDrop } from '../../../../components/forms/FileDrop.tsx';
import { FieldPair, Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { fileSize } from '../../../../components/forms/fileSize.ts';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { showFormFailure } from '../../../../components/forms/submit.ts';
import { documentKindNames, languageName } from '../../../../components/product/documentText.ts';

type DocumentFormProps = {
  productId: string;
  /** Called with each upload, which ends with the saved product. */
  onChange: (change: Promise<AdminProductView>) => void;
};

/** Chooses a PDF, then asks what it is. */
export function DocumentForm({ productId, onChange }: DocumentFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [sent, setSent] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const form = useForm<ProductDocumentInput>({
    resolver: yupResolver(productDocumentInput),
    defaultValues: { kind: 'manual', title: '', language: currentCode() },
  });
  const field = fieldsOf(form);

  const choose = ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const reason = refusalOf(chosen);
    setRefusal(reason);
    if (reason) return;
    setFile(chosen);
    if (!form.formState.dirtyFields.title) form.setValue('title', titleOf(chosen));
  };
  const reset = () => {
    setFile(null);
    setRefusal(undefined);
    form.reset({ ...form.getValues(), title: '' });
    // The pressed button disappears.
    button.current?.focus();
  };
  const submit = form.handleSubmit(async (values) => {
    if (file === null) return;
    setSent(0);
    try {
      const change = addDocument(productId, file, values, setSent);
      onChange(change);
      await change;
      reset();
    } catch (error) {
      const reason = fileRefusal(error);
      setRefusal(reason);
      if (reason) button.current?.focus();
      else showFormFailure(form, error);
    } finally {
      setSent(null);
    }
  });

  return (
    <Form onSubmit={submit}>
      <FileDrop
        label={m.productDocuments.file()}
        action={file ? m.productDocuments.chooseAnother() : m.productDocuments.choose()}
        accept=".pdf,application/pdf"
        onChoose={choose}
        hint={file ? `${file.name}, ${fileSize(file.size)}` : documentRules()}
        error={refusal}
        buttonRef={button}
      />
      {file && (
        <>
          <Field
            label={m.fields.title()}
            hint={m.productDocuments.titleHint()}
            autoComplete="off"
            maxLength={PRODUCT_DOCUMENT_TITLE_MAX}
            {...field('title')}
          />
          <FieldPair>
            <SelectField label={m.productDocuments.kind()} {...field('kind')}>
              {productDocumentKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {documentKindNames[kind]()}
                </option>
              ))}
            </SelectField>
            <SelectField label={m.productDocuments.language()} {...field('language')}>
              {languageNames().map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </FieldPair>
          <InlineError>{form.formState.errors.root?.message}</InlineError>
          {sent !== null && <ProgressBar label={m.productDocuments.uploading()} value={sent} />}
          <div className="cluster">
            <Button type="submit" size="small" busy={sent !== null}>
              {m.productDocuments.add()}
            </Button>
            <Button variant="quiet" size="small" disabled={sent !== null} onClick={reset}>
              {m.common.cancel()}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

/** Why a file can't be sent, by its type and size. The server checks its content. */
function refusalOf({ size, type }: File): string | undefined {
  if (size > PRODUCT_DOCUMENT_BYTES_MAX) return documentTooLarge();
  return type === '' || type === 'application/pdf' ? undefined : m.productDocuments.notPdf();
}

/** The name of the file as a title: "user_manual-de.pdf" becomes "user manual-de". */
function titleOf({ name }: File): string {
  return name
    .replace(/\.pdf$/i, '')
    .replaceAll('_', ' ')
    .slice(0, PRODUCT_DOCUMENT_TITLE_MAX);
}

function languageNames() {
  const { compare } = new Intl.Collator(currentLanguage().locale);
  return documentLanguages
    .map((code) => ({ code, name: languageName(code) }))
    .sort((one, other) => compare(one.name, other.name));
}
