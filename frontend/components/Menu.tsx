import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';
import styles from './Menu.module.css';
import { useDisclosure } from './useDisclosure.ts';

type MenuProps = {
  /** The button's content. */
  button: ReactNode;
  /** The button's accessible name, if it shows no text. */
  label?: string;
  className?: string;
  /** The entries, as list items. */
  children: ReactNode;
};

/** A button that opens a list of links and actions. */
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

/** A link entry, marked if it is the current page. */
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

/** A button entry. */
export function MenuAction({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={styles.entry} onClick={onPress}>
        {children}
      </button>
    </li>
  );
}
