import styles from './FailureSentence.module.css';
import { Icon } from './Icon.tsx';

/**
 * Why something could not be done, where it was asked for: in a dialog, outside of which nothing is read out or can be
 * pressed, at a form, or at a choice of files. Told by a screen reader at once.
 */
export function FailureSentence({ id, children }: { id?: string; children: string | null | undefined }) {
  if (!children) return null;
  return (
    <p id={id} className={styles.failure} role="alert">
      <Icon name="alert" size={16} />
      {children}
    </p>
  );
}
