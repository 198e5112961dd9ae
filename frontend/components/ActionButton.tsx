import { type ComponentProps, useState } from 'react';
import { Button } from './Button.tsx';

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Shows its own failure. */
  action: () => Promise<unknown>;
};

/** A button that is busy until its action settles, and while `busy`. */
export function ActionButton({ action, busy = false, ...rest }: ActionButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    await action();
    setIsBusy(false);
  };
  return <Button {...rest} busy={isBusy || busy} onClick={run} />;
}
