import styles from './ProductDetailLine.module.css';

/** One muted line of a product's description: it tells products with the same title apart. */
export function ProductDetailLine({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className={styles.detail} dir="auto">
      {text}
    </p>
  );
}
