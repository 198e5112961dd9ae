import type { ReactNode } from 'react';
import type { Capability } from '#contract/capabilities.ts';
import { useCan } from './useCan.ts';

type AllowedProps = {
  to: Capability;
  children: ReactNode;
  /** Shown to the others; nothing by default. */
  otherwise?: ReactNode;
};

/** What only those with a capability see. */
export function Allowed({ to, children, otherwise = null }: AllowedProps) {
  return useCan()(to) ? children : otherwise;
}
