import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import { m } from '#messages';
import { forward } from '../../../browser/direction.ts';
import styles from './RowMenu.module.css';

type RowMenuProps = {
  /** Completes the button's name, such as "order 1003". */
  name: string;
  /** RowMenuItems. */
  children: ReactNode;
};

/** A button that opens the rarer actions of a row, above everything: a table clips what hangs over its edge. */
export function RowMenu({ name, children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  const place = ({ newState, currentTarget: panel }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current) return;
    const { top, bottom, left, right } = button.current.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isLow = bottom > 0.75 * clientHeight;
    const [before, after] = forward() === 1 ? [left, clientWidth - right] : [clientWidth - right, left];
    const isNearStart = before < after;
    panel.style.insetInlineStart = isNearStart ? `${before}px` : 'auto';
    panel.style.insetInlineEnd = isNearStart ? 'auto' : `${after}px`;
    panel.style.top = isLow ? 'auto' : `${bottom}px`;
    panel.style.bottom = isLow ? `${clientHeight - top}px` : 'auto';
    // It doesn't move with the row.
    document.addEventListener('scroll', () => panel.hidePopover(), { once: true, capture: true });
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`circle tinting ${styles.button}`}
        aria-label={m.table.moreActions({ name })}
        popoverTarget={id}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <div id={id} popover="auto" className={`panel raised ${styles.panel}`} onBeforeToggle={place}>
        {children}
      </div>
    </>
  );
}

type RowMenuItemProps = {
  onPress: () => void;
  children: ReactNode;
};

export function RowMenuItem({ onPress, children }: RowMenuItemProps) {
  return (
    <button
      type="button"
      className="row entry tinting nowrap"
      onClick={({ currentTarget }) => {
        // First, so that a dialog returns the focus to the menu's button.
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onPress();
      }}
    >
      <span>{children}</span>
    </button>
  );
}
