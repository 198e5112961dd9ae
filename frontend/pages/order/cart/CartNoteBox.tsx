import type { ReactNode } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import styles from './CartNoteBox.module.css';

type CartNoteBoxProps = {
  title: string;
  /** Details, a line each. */
  lines?: readonly string[];
  /** Actions to resolve it. */
  action?: ReactNode;
};

/** A note about changes that the shop made to the cart, or about a failed price check. */
export function CartNoteBox({ title, lines = [], action }: CartNoteBoxProps) {
  return (
    <div className={`panel cluster ${styles.note}`} role="alert">
      <div className={`with-icon ${styles.text}`}>
        <Icon name="alert" />
        <div className="stack gap-2">
          <p className="medium">{title}</p>
          {lines.length > 0 && (
            <ul className="stack gap-1 text-compact">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {action}
    </div>
  );
}
