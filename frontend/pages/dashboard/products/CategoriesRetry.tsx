import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/Button.tsx';
import { categoryNames, loadCategoryNames } from '../../../stores/dashboard/categoryNames.ts';

/** What a select of categories says in place of them. */
export const NO_CATEGORY_NAMES = 'The categories could not be loaded';

type CategoriesRetryProps = {
  /** Called when they are there if the focus goes away with the button. */
  onFocusLost?: () => void;
};

/** Fetches the categories once more; shown where they are missing because it failed. */
export function CategoriesRetry({ onFocusLost }: CategoriesRetryProps) {
  const { list, loading, error } = useSnapshot(categoryNames);
  const button = useRef<HTMLButtonElement>(null);
  if (list !== null || error === null) return null;

  const retry = async () => {
    const pressed = button.current;
    await loadCategoryNames();
    const focused = document.activeElement;
    if (categoryNames.list !== null && (focused === pressed || focused === document.body)) onFocusLost?.();
  };
  return (
    <Button ref={button} size="small" busy={loading} onClick={retry}>
      Load the categories again
    </Button>
  );
}
