import { yupResolver } from '@hookform/resolvers/yup';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type UseFormReturn, useForm } from 'react-hook-form';
import { type AddProductInput, addProductInput, IMAGE_REQUIRED } from '#contract/catalogue.input.ts';
import { type AdminProductView, DESCRIPTION_MAX } from '#contract/catalogue.ts';
import { fileRefusal } from '../../../api/errors.ts';
import type { OnProgress } from '../../../api/upload.ts';
import { Button } from '../../../components/Button.tsx';
import { Field, TextArea } from '../../../components/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../../components/Form.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { PicturePicker } from '../../../components/PicturePicker.tsx';
import { ProductPicture } from '../../../components/ProductPicture.tsx';
import { showFormFailure } from '../../../components/showFormFailure.ts';
import { useLeaveQuestion } from '../../../components/useLeaveQuestion.ts';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import { CategoryField } from './CategoryField.tsx';
import styles from './ProductForm.module.css';

type ProductFormProps = {
  /** What the fields hold at first, and again whenever this is another object. */
  values: DefaultValues<AddProductInput>;
  /** The product that is edited. Without one a picture is required. */
  product?: AdminProductView;
  action: string;
  /**
   * Called with what holds by the rules. What it throws is shown, and what was typed stays.
   * @returns whether it was saved: the chosen picture is then no longer one to be sent
   */
  onSubmit: (values: AddProductInput, file: File | null, onProgress: OnProgress) => Promise<boolean>;
  /** What stands beside the button. */
  children?: ReactNode;
};

/** The fields of a product and its picture, for adding as for editing. */
export function ProductForm({ values, product, action, onSubmit, children }: ProductFormProps) {
  const form = useForm<AddProductInput>({ resolver: yupResolver(addProductInput), defaultValues: values });
  const { isSubmitting, isDirty } = form.formState;
  const { reset } = form;
  const [file, setFile] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string>();
  const [sent, setSent] = useState<number | null>(null);
  const pictureButton = useRef<HTMLButtonElement | null>(null);
  const isPictureMissing = product === undefined && file === null;
  useLeaveQuestion((isDirty || file !== null) && !isSubmitting);

  useEffect(() => {
    reset(values);
    setFile(null);
  }, [values, reset]);

  const send = async (entered: AddProductInput) => {
    if (isPictureMissing || (pictureError && !file)) return pictureButton.current?.focus();
    if (file) setSent(0);
    try {
      if (await onSubmit(entered, file, setSent)) setFile(null);
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
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

  return (
    <Panel as="div" className={styles.panel}>
      <Form
        onSubmit={(event) => {
          if (isPictureMissing) setPictureError((refusal) => refusal ?? IMAGE_REQUIRED);
          return form.handleSubmit(send)(event);
        }}
      >
        <TextFields form={form} />
        <PicturePicker
          hasPicture={Boolean(product?.image)}
          file={file}
          onChoose={choosePicture}
          preview={(chosen) => (chosen ? <Chosen address={chosen} /> : product && <Current product={product} />)}
          error={pictureError}
          buttonRef={(button) => {
            pictureButton.current = button;
          }}
          sent={sent}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {action}
          </Button>
          {children}
        </div>
      </Form>
    </Panel>
  );
}

function TextFields({ form }: { form: UseFormReturn<AddProductInput> }) {
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
          {...form.register('price', { setValueAs: readPrice })}
          error={form.formState.errors.price?.message}
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          hint="EUR, at most two decimals"
          trailing={<span className={styles.unit}>€</span>}
          required
        />
      </FieldPair>
    </>
  );
}

/** A price as a person types it, also with a decimal comma. What else is typed is no number: none is guessed. */
function readPrice(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  if (text === '') return undefined;
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

function Chosen({ address }: { address: string }) {
  return <img className={styles.picture} src={address} alt="What was chosen" />;
}

function Current({ product }: { product: AdminProductView }) {
  return (
    <div className={styles.picture}>
      <ProductPicture {...product} alt="The product as it is shown now" sizes="8rem" small />
    </div>
  );
}
