import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { CopyField } from './CopyField.tsx';

type SecretProps = {
  label: string;
  secret: string;
  /** Why it must be copied now. */
  text: string;
  onClose: () => void;
};

/** Shows a new secret, once, in a dialog. */
export function Secret({ label, secret, text, onClose }: SecretProps) {
  return (
    <>
      <p>{text}</p>
      <CopyField label={label} value={secret} takesFocus />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {m.common.done()}
        </Button>
      </DialogActions>
    </>
  );
}
