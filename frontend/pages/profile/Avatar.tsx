import { useState } from 'react';
import { derivativeName } from '#contract/catalogue.ts';
import { Icon } from '../../components/Icon.tsx';
import styles from './Avatar.module.css';

type AvatarProps = {
  /** File name under /uploads/users/, or ''. */
  avatar: string;
  /** Widths in pixels that exist as WebP. */
  avatarWidths: readonly number[];
  /** The address of a picture that is shown in its place: one that is about to be uploaded. */
  preview?: string | null;
};

/** A user's round picture; without one, the sign for a person. */
export function Avatar({ avatar, avatarWidths, preview }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const source = preview ?? (avatar && address(avatar, Math.min(...avatarWidths)));
  return (
    <span className={styles.avatar}>
      {source && source !== broken ? (
        <img src={source} alt="" width={320} height={320} onError={() => setBroken(source)} />
      ) : (
        <Icon name="user" size={44} />
      )}
    </span>
  );
}

/** The narrowest is wide enough everywhere: an avatar is 96 pixels wide. */
function address(avatar: string, width: number): string {
  return `/uploads/users/${encodeURIComponent(Number.isFinite(width) ? derivativeName(avatar, width) : avatar)}`;
}
