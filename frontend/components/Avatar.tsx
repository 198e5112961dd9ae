import { useState } from 'react';
import { derivativeName } from '#contract/catalogue/pictures.ts';
import styles from './Avatar.module.css';
import { Icon } from './Icon.tsx';

type AvatarProps = {
  /** File name under /uploads/users/, or ''. */
  avatar: string;
  /** Widths in pixels of the WebP derivatives. */
  avatarWidths: readonly number[];
  /** The URL of a chosen picture to show instead. */
  preview?: string | null;
  /** As small as an icon. */
  small?: boolean;
};

/** A user's round picture; an icon without one. */
export function Avatar({ avatar, avatarWidths, preview, small = false }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const source = preview ?? (avatar && address(avatar, Math.min(...avatarWidths)));
  return (
    <span className={`circle tone-quiet ${small ? styles.small : styles.avatar}`}>
      {source && source !== broken ? (
        <img src={source} alt="" width={320} height={320} onError={() => setBroken(source)} />
      ) : (
        <Icon name="user" size={small ? 20 : 44} />
      )}
    </span>
  );
}

/** The narrowest derivative is enough: avatars are at most 96 pixels wide. */
function address(avatar: string, width: number): string {
  return `/uploads/users/${encodeURIComponent(Number.isFinite(width) ? derivativeName(avatar, width) : avatar)}`;
}
