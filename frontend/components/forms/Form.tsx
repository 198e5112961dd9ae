import { type ComponentProps, type SubmitEvent, useRef } from 'react';
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';
import { readNumber } from '#contract/values/numbers.ts';
import { currentLanguage, m } from '#messages';
import { Button } from '../Button.tsx';
import { DialogActions } from '../dialogs/Dialog.tsx';
import { InlineError } from '../feedback/InlineError.tsx';
import styles from './Form.module.css';

type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & {
  /** Submits the form. Further submits are ignored until the promise settles. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
};

/** A form of stacked fields. It shows its own error messages instead of the browser's. */
export function Form({ className, onSubmit, ...rest }: FormProps) {
  const isSubmitting = useRef(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await onSubmit(event);
    } finally {
      isSubmitting.current = false;
    }
  };
  return (
    <form {...rest} className={['stack gap-5', className].filter(Boolean).join(' ')} onSubmit={submit} noValidate />
  );
}

/** Fields side by side where there is room. */
export function FieldPair({ children }: ComponentProps<'div'>) {
  return <div className={styles.pair}>{children}</div>;
}

type SubmitButtonProps<T extends FieldValues, Sent> = { form: UseFormReturn<T, unknown, Sent>; children: string };

/** Submits the form of a page. */
export function SubmitButton<T extends FieldValues, Sent>({ form, children }: SubmitButtonProps<T, Sent>) {
  return (
    <Button type="submit" variant="primary" size="large" wide busy={form.formState.isSubmitting}>
      {children}
    </Button>
  );
}

type FormActionsProps<T extends FieldValues, Sent> = {
  form: UseFormReturn<T, unknown, Sent>;
  /** The submit button's label. */
  action: string;
  variant?: 'primary' | 'danger';
  onCancel: () => void;
};

/** The buttons of a form in a dialog, below the reason of a failure: toasts lie outside the dialog. */
export function FormActions<T extends FieldValues, Sent>(props: FormActionsProps<T, Sent>) {
  const { form, action, variant = 'primary', onCancel } = props;
  return (
    <DialogActions>
      <InlineError>{form.formState.errors.root?.message}</InlineError>
      <Button onClick={onCancel}>{m.common.cancel()}</Button>
      <Button type="submit" variant={variant} busy={form.formState.isSubmitting}>
        {action}
      </Button>
    </DialogActions>
  );
}

/**
 * Registers form fields: spread `field('email')` on a Field. `deps` names the fields to revalidate when it changes.
 */
export function fieldsOf<T extends FieldValues, Sent>({
  register,
  formState: { errors },
}: UseFormReturn<T, unknown, Sent>) {
  const errorOf = (name: Path<T>): FieldError | undefined => get(errors, name);
  return (name: Path<T>, options?: RegisterOptions<T>) => ({
    ...register(name, options),
    error: errorOf(name)?.message,
  });
}

/**
 * Registers form fields for numbers: spread `numberField('price')` on a Field. Their values are numbers: null if the
 * field is empty, NaN if its text is no number, which the form's rules must refuse. `integer` is for whole numbers.
 */
export function numberFieldsOf<T extends FieldValues, Sent>(form: UseFormReturn<T, unknown, Sent>) {
  const field = fieldsOf(form);
  return (
    name: Path<T>,
    { integer, ...options }: Pick<RegisterOptions<T>, 'shouldUnregister' | 'validate'> & { integer?: boolean } = {},
  ) => {
    const registered = field(name, { ...options, setValueAs: typedNumber });
    return {
      ...registered,
      ref: (input: HTMLInputElement | null) => {
        registered.ref(input);
        if (input !== null) writeNumber(input);
      },
      // Not type="number": browsers drop text that they can't read.
      inputMode: integer ? ('numeric' as const) : ('decimal' as const),
      autoComplete: 'off',
    };
  };
}

const writtenInputs = new WeakSet<HTMLInputElement>();

/** Writes the number that react-hook-form has put into a new field as the page's language does. */
function writeNumber(input: HTMLInputElement): void {
  if (writtenInputs.has(input)) return;
  writtenInputs.add(input);
  input.value = input.value.replace('.', currentLanguage().decimal);
}

/** react-hook-form also passes numbers: those that a form sets. */
function typedNumber(value: unknown): unknown {
  return typeof value === 'string' ? readNumber(value) : value;
}
