import { useRef, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/forms/Field.tsx';

type SecretProps = {
  label: string;
  secret: string;
  /** Why it must be copied now. */
  text: string;
  onClose: () => void;
};

/** Shows a new secret, once, in a dialog. */
export function Secret({ label, secret, text, onClose }: SecretProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    // Without HTTPS there is no clipboard, and people copy what is selected themselves.
    await navigator.clipboard?.writeText(secret).then(
      () => setIsCopied(true),
      () => {},
    );
  };
  return (
    <>
      <p>{text}</p>
      <Field
        ref={field}
        label={label}
        value={secret}
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
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {m.common.done()}
        </Button>
      </DialogActions>
    </>
  );
}
