/** A muted line of the product's description, which distinguishes products with the same title. */
export function ProductDetailLine({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="ellipsis soft text-note" dir="auto">
      {text}
    </p>
  );
}
