import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';

type Look = {
  /** How much the button asks for: one primary on a screen. */
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** As wide as the place it stands in. */
  wide?: boolean;
};

function classes({ variant = 'secondary', size = 'medium', wide = false }: Look, className?: string): string {
  return [styles.button, styles[variant], styles[size], wide && styles.wide, className].filter(Boolean).join(' ');
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean };

/**
 * A button. While `busy` it shows a spinner, keeps its width and its focus, and does nothing when pressed; but one that
 * submits still does, and it is the form that lets nothing through.
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
      {busy && <span className={styles.spinner} />}
    </button>
  );
}

type ButtonLinkProps = Look & {
  href: string;
  className?: string;
  children: ReactNode;
  onClick?: () => void;
  'aria-describedby'?: string;
};

/** A link within the shop that looks like a button. */
export function ButtonLink({ variant, size, wide, className, href, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} href={href} className={classes({ variant, size, wide }, className)}>
      <span className={styles.label}>{children}</span>
    </Link>
  );
}
