import { useEffect, useRef } from 'react';
import type { AdminProductImageView } from '#contract/catalogue.ts';

/** Announces the pictures that became ready or failed since they were last shown. */
export function useProgressNews(images: AdminProductImageView[], tell: (news: string) => void): void {
  const before = useRef(images);
  useEffect(() => {
    const settled = images.flatMap(({ _id, imageState, imageFailure }, place) => {
      const known = before.current.find((image) => image._id === _id);
      if (known?.imageState !== 'processing' || imageState === 'processing') return [];
      const name = `Picture ${place + 1}`;
      return imageState === 'ready' ? `${name} is ready.` : `${name} failed: ${imageFailure}.`;
    });
    before.current = images;
    if (settled.length > 0) tell(settled.join(' '));
  }, [images, tell]);
}
