import { pagePatterns } from '#contract/shop/page-addresses.ts';

/** What a new product starts from: a copy of another one, or its next variants. */
type Source = { kind: 'copy' | 'variant'; productId: string };

/** The address of the form for a new product that starts from another one. */
export function newProductAddress(kind: Source['kind'], productId: string): string {
  return `${pagePatterns.addProduct}?${new URLSearchParams({ [kind]: productId })}`;
}

export function sourceOf(search: string): Source | null {
  const parameters = new URLSearchParams(search);
  for (const kind of ['copy', 'variant'] as const) {
    const productId = parameters.get(kind);
    if (productId) return { kind, productId };
  }
  return null;
}
