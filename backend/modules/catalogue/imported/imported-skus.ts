import { skuKey } from '../products/product-identifiers.ts';

/** Who has which SKU after the lines so far. */
export class ImportedSkus {
  /** The ids of products by skuKey; null once a line has taken it from its product. */
  private readonly owners = new Map<string, string | null>();

  /** Adds stored products, unless earlier lines have given their SKUs to others. */
  read(products: readonly { id: string; sku: string | null }[]): void {
    for (const { id, sku } of products) {
      if (sku !== null && !this.owners.has(skuKey(sku))) this.owners.set(skuKey(sku), id);
    }
  }

  ownerOf(sku: string | null | undefined): string | null {
    return (sku && this.owners.get(skuKey(sku))) || null;
  }

  /** Gives a product its SKU. */
  put(id: string, before: string | null, after: string | null): void {
    if (before !== null && this.ownerOf(before) === id) this.owners.set(skuKey(before), null);
    if (after !== null) this.owners.set(skuKey(after), id);
  }
}
