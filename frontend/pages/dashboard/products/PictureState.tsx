import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';

/** Explains why a product's picture isn't shown; renders nothing if it is. */
export function PictureState({ product }: { product: Pick<AdminProductView, 'imageState' | 'imageFailure'> }) {
  const { imageState, imageFailure } = product;
  if (imageState === 'ready') return null;
  if (imageState === 'processing') return <p className="soft regular text-small">{m.products.picturePreparing()}</p>;
  if (imageState === 'none') return <p className="soft regular text-small">{m.products.noPicture()}</p>;
  return (
    <p className="danger regular text-small">
      {imageFailure ? m.products.pictureFailedFor({ reason: imageFailure }) : m.products.pictureFailed()}
    </p>
  );
}
