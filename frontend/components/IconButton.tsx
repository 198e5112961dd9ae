import type { ComponentProps } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'type'> & {
  icon: IconName;
  /** Its accessible name and tooltip. */
  label: string;
  /** Edge length of the icon in pixels. */
  iconSize?: number;
};

/** A round icon-only button. */
export function IconButton({ icon, label, iconSize, className, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      className={['circle tinting', styles.button, className].filter(Boolean).join(' ')}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
}
