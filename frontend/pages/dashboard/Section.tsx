import { type ReactNode, useId } from 'react';
import { Panel } from '../../components/Panel.tsx';

type SectionProps = {
  title: string;
  /** For figures beside others. */
  small?: boolean;
  children: ReactNode;
};

/** A titled part of a screen. */
export function Section({ title, small = false, children }: SectionProps) {
  const id = useId();
  return (
    <Panel className={`padded stack ${small ? 'gap-2' : ''}`} aria-labelledby={id}>
      <h2 id={id} className={small ? 'text-body' : 'text-lead'}>
        {title}
      </h2>
      {children}
    </Panel>
  );
}
