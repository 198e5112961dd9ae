import { Icon } from '../Icon.tsx';

/** What a shopper should know about a line of the cart, said there. */
export function LineNote({ children }: { children: string }) {
  return (
    <p className="with-icon text-note warning">
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  );
}
