import { useRef } from 'react';
import { m } from '#messages';
import { categoryNames } from '../../../api/admin/categories.ts';
import { useRemoteState } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';

type CategoriesRetryProps = {
  /** Called once they are loaded if the button had the focus. */
  onFocusLost?: () => void;
};

/** Retries a failed load of the categories. */
export function CategoriesRetry({ onFocusLost }: CategoriesRetryProps) {
  const { data, isLoading, error } = useRemoteState(categoryNames, null);
  const button = useRef<HTMLButtonElement>(null);
  if (data || error === null) return null;

  const retry = async () => {
    const pressed = button.current;
    await categoryNames.load(null);
    const focused = document.activeElement;
    if (categoryNames.peek(null) && (focused === pressed || focused === document.body)) onFocusLost?.();
  };
  return (
    <Button ref={button} size="small" busy={isLoading} onClick={retry}>
      {m.products.reloadCategories()}
    </Button>
  );
}
