import { type ReactNode, useEffect, useRef } from 'react';
import { m } from '#messages';
import { Icon } from '../../../components/Icon.tsx';
import styles from './Preview.module.css';

type PreviewProps = {
  summary: string;
  /** The headings of the two columns, visually hidden. */
  headings: readonly [string, string];
  /** Whether it is focused once it appears, in place of a form. */
  focused?: boolean;
  /** PreviewRows. */
  children: ReactNode;
};

/** What an action would do to each of many things. */
export function Preview({ summary, headings, focused = false, children }: PreviewProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused) section.current?.focus();
  }, [focused]);
  return (
    <section ref={section} aria-label={m.table.preview()} className="stack gap-2" tabIndex={focused ? -1 : undefined}>
      <p className="medium text-compact" role="status">
        {summary}
      </p>
      <table className={`plain-table ${styles.table}`}>
        <thead className="visually-hidden">
          <tr>
            <th>{headings[0]}</th>
            <th>{headings[1]}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** One of them: its name with an optional detail below, and what would happen to it. */
export function PreviewRow({ name, detail, children }: { name: ReactNode; detail?: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" className="medium">
        {name}
        {detail && <p className="soft regular">{detail}</p>}
      </th>
      <td>{children}</td>
    </tr>
  );
}

/** Why the action is refused. */
export function PreviewProblem({ children }: { children: string }) {
  return (
    <p className="row gap-1 danger">
      <Icon name="alert" size={16} />
      {children}
    </p>
  );
}
