import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { IMAGE_REQUIRED } from '#contract/catalogue.input.ts';
import { type AdminProductView, DESCRIPTION_MAX } from '#contract/catalogue.ts';
import type { OnProgress } from '../../../api/upload.ts';
import { fileRefusal } from '../../../api/upload.ts';
import { Button } from '../../../components/Button.tsx';
import { Field, TextArea } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { PicturePicker } from '../../../components/forms/PicturePicker.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { showFormFailure } from '../../../components/forms/submit.ts';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { ProductPicture } from '../../../components/product/ProductPicture.tsx';
import { AttributeFields } from './AttributeFields.tsx';
import { CategoryField } from './CategoryField.tsx';
import { FamilyFields } from './FamilyFields.tsx';
import { FormSection, Unit } from './FormSection.tsx';
import styles from './ProductForm.module.css';
import { changedFields, type ProductValues } from './productEdits.ts';
import { type ProductText, productResolver, readProduct } from './productText.ts';

type ProductFormProps = {
  /** The initial values. A new object resets the form. */
  values: ProductText;
  /** The product to edit. A new one requires a picture. */
  product?: AdminProductView;
  action: string;
  /**
   * Called with valid values. If it rejects, the form shows the error and keeps the input.
   * @returns whether it was saved, picture included
   */
  onSubmit: (values: ProductValues, file: File | null, onProgress: OnProgress) => Promise<boolean>;
  /** Shown beside the button. */
  children?: ReactNode;
};

/** A form for a product and its picture, to add or edit it. */
export function ProductForm({ values, product, action, onSubmit, children }: ProductFormProps) {
  const form = useForm<ProductText, unknown, ProductValues>({
    resolver: productResolver,
    defaultValues: values,
    shouldFocusError: false,
  });
  const { isSubmitting, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const { reset } = form;
  const [file, setFile] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string>();
  const [sent, setSent] = useState<number | null>(null);
  const pictureButton = useRef<HTMLButtonElement>(null);
  const text = form.watch();
  const isChanged = changedFields(readProduct(values), readProduct(text)).length > 0;
  const isPictureMissing = product === undefined && file === null;

  useEffect(() => {
    reset(values);
    setFile(null);
  }, [values, reset]);

  // react-hook-form would focus the field that was shown first, but attributes are shown late.
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  const send = async (entered: ProductValues) => {
    if (isPictureMissing || (pictureError && !file)) return pictureButton.current?.focus();
    if (file) setSent(0);
    try {
      if (await onSubmit(entered, file, setSent)) setFile(null);
    } catch (error) {
      showFormFailure(form, error);
      const refusal = fileRefusal(error);
      setPictureError(refusal);
      if (refusal) pictureButton.current?.focus();
    } finally {
      setSent(null);
    }
  };
  const choosePicture = (chosen: File | null, refusal?: string) => {
    setFile(chosen);
    setPictureError(refusal);
  };

  useUnsavedChangesPrompt((isChanged || file !== null) && !isSubmitting);
  return (
    <Panel as="div" className="padded narrow">
      <Form
        ref={element}
        onSubmit={(event) => {
          if (isPictureMissing) setPictureError((refusal) => refusal ?? IMAGE_REQUIRED);
          return form.handleSubmit(send)(event);
        }}
      >
        <TextFields form={form} />
        <PicturePicker
          label={product && 'Main picture'}
          hasPicture={Boolean(product?.image)}
          file={file}
          onChoose={choosePicture}
          preview={(chosen) =>
            chosen ? <ChosenPicture address={chosen} /> : product && <CurrentPicture product={product} />
          }
          error={pictureError}
          buttonRef={pictureButton}
          sent={sent}
        />
        {text.categoryId && <AttributeFields form={form} categoryId={text.categoryId} />}
        <SalesFields form={form} />
        <FamilyFields form={form} />
        <div className="cluster">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {action}
          </Button>
          {children}
        </div>
      </Form>
    </Panel>
  );
}

type FieldsProps = { form: UseFormReturn<ProductText, unknown, ProductValues> };

function TextFields({ form }: FieldsProps) {
  const field = fieldsOf(form);
  return (
    <>
      <Field {...field('title')} label="Title" autoComplete="off" required />
      <TextArea
        {...field('description')}
        label="Description"
        rows={6}
        limit={{ length: form.watch('description')?.length ?? 0, max: DESCRIPTION_MAX }}
        required
      />
      <FieldPair>
        <CategoryField form={form} />
        <Field
          {...field('price')}
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          hint="In EUR, up to two decimals"
          trailing={<Unit>€</Unit>}
          required
        />
      </FieldPair>
    </>
  );
}

function SalesFields({ form }: FieldsProps) {
  const field = fieldsOf(form);
  return (
    <FormSection title="Availability">
      <Field
        {...field('stock')}
        label="Stock"
        inputMode="numeric"
        autoComplete="off"
        hint="Units you can sell; leave empty if you don't count them"
      />
      <SwitchField {...field('isPublished')} label="Published" hint="Customers don't see unpublished products" />
    </FormSection>
  );
}

function ChosenPicture({ address }: { address: string }) {
  return <img className={styles.picture} src={address} alt="Preview" />;
}

function CurrentPicture({ product }: { product: AdminProductView }) {
  return (
    <div className={styles.picture}>
      <ProductPicture {...product} alt="As shown in the store" sizes="8rem" small />
    </div>
  );
}
