import { m } from '#messages';
import { saveFile } from '../../../browser/saveFile.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import styles from './TwoStep.module.css';

/** Shows new recovery codes, once. */
export default function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const save = () =>
    saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'webshop-recovery-codes.txt');
  return (
    <>
      <p>{m.profile.recoveryCodesText()}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={save}>{m.common.download()}</Button>
        <Button variant="primary" onClick={onClose}>
          {m.common.done()}
        </Button>
      </DialogActions>
    </>
  );
}
