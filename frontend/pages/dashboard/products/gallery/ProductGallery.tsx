import { useEffect, useId, useRef, useState } from 'react';
import { type AdminProductImageView, type AdminProductView, IMAGES_MAX } from '#contract/catalogue/catalogue.ts';
import { IMAGE_TYPES, imageRules } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';
import { deleteImage, moveImage } from '../../../../api/admin/productImages.ts';
import { confirm } from '../../../../components/dialogs/confirm.ts';
import { FileDrop } from '../../../../components/forms/FileDrop.tsx';
import { Panel } from '../../../../components/Panel.tsx';
import { ProductPicture } from '../../../../components/product/ProductPicture.tsx';
import { PictureState } from '../PictureState.tsx';
import { GalleryTile, UploadTile } from './GalleryTile.tsx';
import { movedText } from './movedText.ts';
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
    setNews(m.products.pictureAdded({ count: saved.images.length }));
  });
  useProcessingAnnouncements(images, setNews);

  const move = async (from: number, to: number) => {
    const image = images[from];
    if (image === undefined) return;
    setNews(movedText(to, count));
    const change = moveImage(productId, image._id, to);
    onChange(change);
    if ((await change) === null) setNews(m.products.pictureNotMoved());
  };
  const { list, surface, styleOf, dragged } = useTileDrag(images.map(({ _id }) => _id).join(), move);

  const remove = async ({ _id }: AdminProductImageView) => {
    const text = <p>{_id === images[0]?._id ? m.products.mainWillBeDeleted() : m.products.pictureWillBeDeleted()}</p>;
    if (!(await confirm({ title: m.products.deletePictureTitle(), text, action: m.common.delete() }))) return;
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
          {m.products.pictures()}
        </h2>
        <p className="soft text-note">{m.products.picturesOf({ count, max: IMAGES_MAX })}</p>
      </header>
      <p className="soft text-note">{count > 1 ? m.products.dragSaved() : m.products.savedAtOnce()}</p>
      {count + uploads.length > 0 && (
        <ol ref={list} className={dragged === null ? styles.tiles : `${styles.tiles} ${styles.dragging}`}>
          {images.map((image, place) => (
            <GalleryTile
              key={image._id}
              picture={
                <ProductPicture
                  {...image}
                  alt={m.products.pictureNumber({ number: place + 1 })}
                  sizes={THUMBNAIL_SIZES}
                  small
                />
              }
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
          label={m.products.morePictures()}
          action={m.products.addPictures()}
          accept={IMAGE_TYPES.join()}
          multiple
          onChoose={add}
          hint={imageRules()}
          error={failures.join(' · ')}
        />
      ) : (
        <p className="soft text-note">{m.products.deleteToAdd()}</p>
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
      const number = place + 1;
      if (imageState === 'ready') return m.products.pictureReady({ number });
      return m.products.pictureFailedNews({ number, reason: imageFailure ?? '' });
    });
    before.current = images;
    if (settled.length > 0) announce(settled.join(' '));
  }, [images, announce]);
}
