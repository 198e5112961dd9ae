import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';

type FoldProps<Item> = {
  items: readonly Item[];
  /** How many show before the rest unfolds. */
  most: number;
  className: string;
  /** Renders the items that show, each as `li`. */
  children: (shown: readonly Item[]) => ReactNode;
};

/** A list that shows its first items, and the rest on request. */
export function Fold<Item>({ items, most, className, children }: FoldProps<Item>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ul className={className}>{children(isOpen ? items : items.slice(0, most))}</ul>
      {items.length > most && (
        <div>
          <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? m.search.showFewer() : m.profile.showAll({ count: items.length })}
          </Button>
        </div>
      )}
    </>
  );
}
