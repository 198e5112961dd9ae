import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '../components/feedback/Skeleton.tsx';
import { ProductPicture } from '../components/product/ProductPicture.tsx';
import styles from './Shelf.module.css';

type ShelfProps = {
  title: string;
  className?: string;
  isBusy?: boolean;
  /** Replaces the tiles. */
  failure?: ReactNode;
  children?: ReactNode;
};

/** A titled row of tiles, which scrolls. */
export function Shelf({ title, className, isBusy, failure, children }: ShelfProps) {
  const id = useId();
  return (
    <section className={['stack', className].filter(Boolean).join(' ')} aria-labelledby={id}>
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {failure ?? (
        <ul className={styles.row} aria-busy={isBusy}>
          {children}
        </ul>
      )}
    </section>
  );
}

type TileProps = {
  href: string;
  picture: { image: string; imageWidths: readonly number[] };
  title: string;
  /** Below the title, such as the price. */
  note: ReactNode;
};

/** A picture and a title, all of which is a link. */
export function Tile({ href, picture, title, note }: TileProps) {
  return (
    <li className={styles.tile}>
      <div className="rounded" aria-hidden="true">
        <ProductPicture {...picture} alt="" sizes="12rem" small />
      </div>
      <Link href={href} className={`quiet-link ${styles.link}`}>
        <span className={`clamp medium breaks text-compact ${styles.title}`} dir="auto">
          {title}
        </span>
      </Link>
      <div className={`soft text-compact ${styles.note}`}>{note}</div>
    </li>
  );
}

/** Stands for a tile that is loading. */
export function TileSkeleton() {
  return (
    <li className={styles.tile}>
      <Skeleton aspectRatio="1" />
      <span className={`text-compact ${styles.link}`}>
        <span className={styles.title} />
      </span>
      <div className={`text-compact ${styles.note}`} />
    </li>
  );
}
