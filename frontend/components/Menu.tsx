import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';
import styles from './Menu.module.css';
import { useDisclosure } from './useDisclosure.ts';

type MenuProps = {
  /** What its button shows. */
  button: ReactNode;
  /** The button's accessible name, where it shows no words. */
  label?: string;
  className?: string;
  /** Its entries: each a list item. */
  children: ReactNode;
};

/** A button with a list of ways to go on below it. */
export function Menu({ button, label, className, children }: MenuProps) {
  const { open, setOpen, frame } = useDisclosure<HTMLDivElement>();
  const panelId = useId();
  return (
    <div className={[styles.frame, className].filter(Boolean).join(' ')} {...frame}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <ul id={panelId} className={styles.panel} hidden={!open}>
        {children}
      </ul>
    </div>
  );
}

/** An entry that leads to a page. The one that is shown is marked. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  const [path] = useLocation();
  return (
    <li>
      <Link
        href={href}
        className={(isActive) => (isActive ? styles.activeEntry : styles.entry)}
        aria-current={href === path ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  );
}

/** An entry that does something. */
export function MenuAction({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={styles.entry} onClick={onPress}>
        {children}
      </button>
    </li>
  );
}
