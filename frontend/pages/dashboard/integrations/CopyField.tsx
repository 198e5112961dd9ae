import { useRef, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/forms/Field.tsx';

type CopyFieldProps = { label: string; value: string; hint?: string };

/** A text to copy. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    // Without HTTPS there is no clipboard, and people copy what is selected themselves.
    await navigator.clipboard?.writeText(value).then(
      () => setIsCopied(true),
      () => {},
    );
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
