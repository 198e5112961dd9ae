import { useEffect, useId, useRef, useState } from 'react';
import { type AdminProductImageView, type AdminProductView, IMAGES_MAX } from '#contract/catalogue.ts';
import { counted } from '#contract/numbers.ts';
import { IMAGE_TYPES, imageRules } from '#contract/pictures.ts';
import { deleteImage, moveImage } from '../../../../api/admin/productImages.ts';
import { confirm } from '../../../../components/dialogs/confirm.ts';
import { FileDrop } from '../../../../components/forms/FileDrop.tsx';
import { Panel } from '../../../../components/Panel.tsx';
import { ProductPicture } from '../../../../components/product/ProductPicture.tsx';
import { adminNouns } from '../../../../texts/adminNouns.ts';
import { PictureState } from '../PictureState.tsx';
import { GalleryTile, UploadTile } from './GalleryTile.tsx';
import styles from './ProductGallery.module.css';
import { useTileDrag } from './useTileDrag.ts';
import { useUploads } from './useUploads.ts';

type ProductGalleryProps = {
  product: AdminProductView;
  /** Called with each change made here; it ends with the saved product, or with null after a failure. */
  onChange: (change: Promise<AdminProductView | null>) => void;
};

/** The pictures of a product. Each change is saved at once. */
export function ProductGallery({ product, onChange }: ProductGalleryProps) {
  const { _id: productId, images } = product;
  const count = images.length;
  const headingId = useId();
  const [news, setNews] = useState('');
  const [deleting, setDeleting] = useState<string | null>(null);
  const { uploads, failures, room, add } = useUploads(product, onChange, (saved) => {
    setNews(`Picture added. The product has ${counted(saved.images.length, adminNouns.picture)}.`);
  });
  useProcessingAnnouncements(images, setNews);

  const move = async (from: number, to: number) => {
    const image = images[from];
    if (image === undefined) return;
    setNews(`Picture moved to position ${to + 1} of ${count}${to === 0 ? '. It is now the main picture.' : '.'}`);
    const change = moveImage(productId, image._id, to);
    onChange(change);
    if ((await change) === null) setNews('The picture was not moved.');
  };
  const { list, surface, styleOf, dragged } = useTileDrag(images.map(({ _id }) => _id).join(), move);

  const remove = async ({ _id }: AdminProductImageView) => {
    const text = (
      <p>
        {_id === images[0]?._id
          ? 'It will be permanently deleted. The next one becomes the main picture.'
          : 'It will be permanently deleted.'}
      </p>
    );
    if (!(await confirm({ title: 'Delete this picture?', text, action: 'Delete' }))) return;
    setDeleting(_id);
    const change = deleteImage(productId, _id);
    onChange(change);
    await change;
    setDeleting(null);
  };

  return (
    <Panel className={`stack padded ${styles.gallery}`} aria-labelledby={headingId} tabIndex={-1}>
      <header className="row baseline spread">
        <h2 id={headingId} className="text-lead">
          Pictures
        </h2>
        <p className="soft text-note">
          {count} of {IMAGES_MAX}
        </p>
      </header>
      <p className="soft text-note">
        {count > 1
          ? 'Drag to reorder. Changes to pictures are saved right away.'
          : 'Changes to pictures are saved right away.'}
      </p>
      {count + uploads.length > 0 && (
        <ol ref={list} className={dragged === null ? styles.tiles : `${styles.tiles} ${styles.dragging}`}>
          {images.map((image, place) => (
            <GalleryTile
              key={image._id}
              picture={<ProductPicture {...image} alt={`Picture ${place + 1}`} sizes={THUMBNAIL_SIZES} small />}
              state={<PictureState product={image} />}
              place={place}
              count={count}
              surface={surface(place)}
              style={styleOf(place)}
              isDragged={dragged === place}
              isBusy={deleting === image._id}
              onMove={(to) => void move(place, to)}
              onDelete={count > 1 ? () => void remove(image) : undefined}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.key} upload={upload} />
          ))}
        </ol>
      )}
      {room > 0 || failures.length > 0 ? (
        <FileDrop
          label="More pictures"
          action="Add pictures"
          accept={IMAGE_TYPES.join()}
          multiple
          onChoose={add}
          hint={imageRules()}
          error={failures.join(' · ')}
        />
      ) : (
        <p className="soft text-note">Delete a picture to add another one.</p>
      )}
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </Panel>
  );
}

const THUMBNAIL_SIZES = '(min-width: 48rem) 10rem, 45vw';

/** Announces the pictures that became ready or failed since they were last shown. */
function useProcessingAnnouncements(images: AdminProductImageView[], announce: (news: string) => void): void {
  const before = useRef(images);
  useEffect(() => {
    const settled = images.flatMap(({ _id, imageState, imageFailure }, place) => {
      const known = before.current.find((image) => image._id === _id);
      if (known?.imageState !== 'processing' || imageState === 'processing') return [];
      const name = `Picture ${place + 1}`;
      return imageState === 'ready' ? `${name} is ready.` : `${name} failed: ${imageFailure}.`;
    });
    before.current = images;
    if (settled.length > 0) announce(settled.join(' '));
  }, [images, announce]);
}
