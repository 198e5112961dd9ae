import { Link } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import styles from './Breadcrumbs.module.css';

type BreadcrumbsProps = {
  /** The pages between the home page and this one. */
  parents?: readonly { name: string; href: string }[];
  /** The name of this page. */
  current: string;
};

/** The path from the home page to this one. */
export function Breadcrumbs({ parents = [], current }: BreadcrumbsProps) {
  return (
    <nav aria-label={m.shell.breadcrumb()}>
      <ol className={styles.trail}>
        {[{ name: m.shell.home(), href: pagePatterns.catalogue }, ...parents].map(({ name, href }) => (
          <li key={href}>
            <Link href={href} dir="auto">
              {name}
            </Link>
          </li>
        ))}
        <li aria-current="page">
          <bdi>{current}</bdi>
        </li>
      </ol>
    </nav>
  );
}
