import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useFocusKept } from '../../components/useFocusKept.ts';
import styles from './CartNoteBox.module.css';

type CartNoteBoxProps = {
  note: { readonly title: string; readonly lines: readonly string[] };
  /** Actions to resolve it. */
  action?: ReactNode;
};

/** Shows what the shop changed in the cart, or that it could not check it. */
export function CartNoteBox({ note, action }: CartNoteBoxProps) {
  const frame = useFocusKept<HTMLDivElement>();
  return (
    <div ref={frame} className={styles.note} role="alert">
      <Icon name="alert" />
      <div>
        <p className={styles.title}>{note.title}</p>
        {note.lines.length > 0 && (
          <ul className={styles.lines}>
            {note.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      {action}
    </div>
  );
}
