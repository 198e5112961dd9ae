import type { ComponentProps, ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';

type Look = {
  /** The button's emphasis: at most one primary per screen. */
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** Fills the width of its container. */
  wide?: boolean;
};

function classes({ variant = 'secondary', size = 'medium', wide = false }: Look, className?: string): string {
  return [styles.button, styles[variant], styles[size], wide && styles.wide, className].filter(Boolean).join(' ');
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean };

/**
 * A button. While `busy` it shows a spinner, keeps its width and focus, and ignores presses. A busy submit button still
 * submits: the form ignores it.
 */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className={styles.label}>{children}</span>
      {busy && <span className={`spinner ${styles.spinner}`} />}
    </button>
  );
}

type ButtonLinkProps = Look & {
  ref?: Ref<HTMLAnchorElement>;
  href: string;
  className?: string;
  children: ReactNode;
  onClick?: () => void;
  /** Of the history entry. */
  state?: unknown;
  'aria-describedby'?: string;
};

/** A link styled as a button, within the shop or, such as `mailto:`, out of it. */
export function ButtonLink({ variant, size, wide, className, href, children, ...rest }: ButtonLinkProps) {
  const Anchor = href.startsWith('/') ? Link : 'a';
  return (
    <Anchor {...rest} href={href} className={classes({ variant, size, wide }, className)}>
      <span className={styles.label}>{children}</span>
    </Anchor>
  );
}
