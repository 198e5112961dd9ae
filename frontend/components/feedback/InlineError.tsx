import { Icon } from '../Icon.tsx';

/**
 * An error message beside the control that failed: in a dialog (content outside it is inert), a form or a file picker.
 * Screen readers announce it at once.
 */
export function InlineError({ id, children }: { id?: string; children: string | null | undefined }) {
  if (!children) return null;
  return (
    <p id={id} className="note danger breaks" role="alert">
      <Icon name="alert" size={16} />
      {children}
    </p>
  );
}
