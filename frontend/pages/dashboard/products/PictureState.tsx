import type { AdminProductView } from '#contract/catalogue.ts';

/** Explains why a product's picture isn't shown; renders nothing if it is. */
export function PictureState({ product }: { product: Pick<AdminProductView, 'imageState' | 'imageFailure'> }) {
  const { imageState, imageFailure } = product;
  if (imageState === 'ready') return null;
  if (imageState === 'processing') return <p className="soft regular text-small">Picture being prepared</p>;
  if (imageState === 'none') return <p className="soft regular text-small">No picture</p>;
  return <p className="danger regular text-small">Picture failed{imageFailure ? `: ${imageFailure}` : ''}</p>;
}
