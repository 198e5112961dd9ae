import type { ReactNode } from 'react';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import styles from './PreviewFoot.module.css';

/** The buttons of a dialog with a preview, which stay in reach while it scrolls, below the reason of a failure. */
export function PreviewFoot({ error, children }: { error: string | null; children: ReactNode }) {
  return (
    <div className={styles.foot}>
      <InlineError>{error}</InlineError>
      <DialogActions>{children}</DialogActions>
    </div>
  );
}
