import { useEffect, useRef, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/forms/Field.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  hint?: string;
  /** Takes the focus of a form that it replaces. */
  takesFocus?: boolean;
};

/** A text to copy. */
export function CopyField({ label, value, hint, takesFocus = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const copy = async () => {
    field.current?.select();
    const isWritten = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    // The older way, without HTTPS or the permission, copies what is selected.
    setIsCopied(isWritten || document.execCommand('copy'));
  };
  return (
    <>
      <Field
        ref={field}
        label={label}
        hint={hint}
        value={value}
        dir="ltr"
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        trailing={
          <Button size="small" variant="quiet" onClick={copy}>
            <span>{isCopied ? m.common.copied() : m.common.copy()}</span>
          </Button>
        }
      />
      <p role="status" className="visually-hidden">
        {isCopied && m.common.copied()}
      </p>
    </>
  );
}
