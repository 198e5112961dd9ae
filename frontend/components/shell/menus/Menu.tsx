import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';
import styles from './Menu.module.css';
import { useDisclosure } from './useDisclosure.ts';

type MenuProps = {
  /** The button's content. */
  button: ReactNode;
  /** The button's accessible name, if it shows no text. */
  label?: string;
  className?: string | undefined;
  /** Fits the panel to content that is not a list of entries. */
  wide?: boolean;
  /** Called when the button is about to be pressed. */
  onNear?: () => void;
  /** The entries, as list items; mounted only while open. */
  children: ReactNode;
};

/** A button that opens a panel of links and actions. */
export function Menu({ button, label, className, wide = false, onNear, children }: MenuProps) {
  const { open, setOpen, frame } = useDisclosure<HTMLDivElement>();
  const panelId = useId();
  const Panel = wide ? 'div' : 'ul';
  return (
    <div className={[styles.frame, className].filter(Boolean).join(' ')} {...frame}>
      <button
        type="button"
        className={`pill tinting ${styles.button}`}
        aria-label={label}
        aria-expanded={open}
        aria-controls={panelId}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <Panel
        id={panelId}
        className={['panel raised', styles.below, styles.panel, wide && styles.wide].filter(Boolean).join(' ')}
        hidden={!open}
      >
        {open && children}
      </Panel>
    </div>
  );
}

/** The classes of a link or an action. */
export const ENTRY = 'row spread entry tinting';

/** A link entry, marked if it is the current page. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  const [path] = useLocation();
  return (
    <li>
      <Link
        href={href}
        className={(isActive) => `${ENTRY} ${isActive ? 'medium' : ''}`}
        aria-current={href === path ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  );
}

type MenuActionProps = {
  onPress: () => void;
  /** Closes the menu, for an action that opens something else. */
  closes?: boolean;
  children: ReactNode;
};

/** A button entry. */
export function MenuAction({ onPress, closes, children }: MenuActionProps) {
  return (
    <li>
      <button type="button" className={ENTRY} data-closes={closes} onClick={onPress}>
        {children}
      </button>
    </li>
  );
}
