import { type ComponentProps, type ReactNode, useId } from 'react';
import { Panel } from './Panel.tsx';

type TitledPanelProps = Omit<ComponentProps<'section'>, 'title'> & {
  title: string;
  /** Introduces the content, below the title. */
  lead?: ReactNode;
};

/** A panel named by its heading. */
export function TitledPanel({ title, lead, className = 'padded', children, ...rest }: TitledPanelProps) {
  const id = useId();
  return (
    <Panel {...rest} className={`stack ${className}`} aria-labelledby={id}>
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </Panel>
  );
}
