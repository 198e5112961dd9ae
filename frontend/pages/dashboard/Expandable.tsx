import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#messages';
import styles from './Expandable.module.css';

type ExpandableProps = {
  /** Completes the button's accessible name: "Show all of the comment by ana". */
  of: string;
  children: ReactNode;
};

/** Clamps its content to three lines, with a button that shows the rest. */
export function Expandable({ of, children }: ExpandableProps) {
  const text = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);

  useLayoutEffect(() => {
    const element = text.current;
    if (!element || isOpen) return;
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <div className="grow">
      <div ref={text} className={isOpen ? 'multiline breaks' : `clamp breaks ${styles.cut}`}>
        {children}
      </div>
      {(isCut || isOpen) && (
        <button
          type="button"
          className={`medium text-small ${styles.more}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? m.admin.showLess() : m.admin.showAll()}
          <span className="visually-hidden"> {of}</span>
        </button>
      )}
    </div>
  );
}
