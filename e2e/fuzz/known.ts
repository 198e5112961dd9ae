import { randomUUID } from 'node:crypto';

/** Values kept of each kind; the newest come first. */
const KEPT = 40;
const TEXT_MAX = 200;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** Names that differ between a path or body and the answers that show the same thing. */
const sameAs: Record<string, string> = {
  single: 'product',
  related: 'product',
  suggestion: 'product',
  bulk: 'bulkEdit',
  'comment-report': 'report',
  'order-view': 'view',
  'saved-view': 'view',
  'unsent-mail': 'mail',
  'shipping-method': 'shippingMethod',
  picture: 'image',
  manufacturer: 'company',
  responsible: 'company',
};

/** The kind of thing that a name stands for: "product" for "products", "productId" and "allProducts". */
export function kindOf(name: string): string {
  const bare = name.replace(/Ids?$/, '').replace(/^all(?=[A-Z])/, '');
  const singular = bare.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
  const kind = singular.charAt(0).toLowerCase() + singular.slice(1);
  return sameAs[kind] ?? kind;
}

type Product = { _id: string; price: number; version?: number; stockCount?: number | null; images?: { _id: string }[] };

/** What the answers of earlier calls showed: ids by kind, other values by name. */
export class Known {
  private readonly values = new Map<string, unknown[]>();
  private readonly products = new Map<string, Product>();
  /** The id of what contains a thing, by the thing's id. */
  private readonly owners = new Map<string, string>();
  private readonly hidden = new Set<unknown>();

  /** Never learns this value from an answer, so that no case locks a caller out or changes its role. */
  hide(value: string): void {
    this.hidden.add(value);
  }

  /** An id of a kind; a new one if none is known. */
  id(kind: string, pick: number): string {
    return (this.value(`${kind} id`, pick) as string | undefined) ?? randomUUID();
  }

  /** A value that a field of this name had; undefined if none is known. */
  value(name: string, pick: number): unknown {
    const known = this.values.get(name) ?? [];
    return known[pick % known.length];
  }

  product(pick: number): Product | undefined {
    const id = this.value('product id', pick) as string;
    return this.products.get(id);
  }

  /** The id of what contains the thing with this id. */
  ownerOf(id: string): string | undefined {
    return this.owners.get(id);
  }

  add(name: string, value: unknown): void {
    const others = (this.values.get(name) ?? []).filter((other) => other !== value);
    this.values.set(name, [value, ...others].slice(0, KEPT));
  }

  /** Learns from an answer. @param owner the name of the member that holds it @param ownerId of what holds it */
  learn(answer: unknown, owner = '', ownerId = ''): void {
    if (Array.isArray(answer)) {
      // The first ones are the newest, and come last, so that they are picked first.
      for (const member of answer.slice(0, KEPT).reverse()) this.learn(member, owner, ownerId);
      return;
    }
    if (typeof answer !== 'object' || answer === null) {
      this.learnValue(owner, answer);
      return;
    }
    const id = '_id' in answer ? String(answer._id) : ownerId;
    if (id !== ownerId) this.learnId(kindOf(owner), id, ownerId);
    for (const [name, value] of Object.entries(answer)) if (name !== '_id') this.learn(value, name, id);
    if ('_id' in answer && 'price' in answer && kindOf(owner) === 'product') this.learnProduct(answer as Product);
  }

  private learnId(kind: string, id: string, ownerId: string): void {
    this.add(`${kind} id`, id);
    if (ownerId === '') return;
    this.owners.set(id, ownerId);
    const [oldest] = this.owners.keys();
    if (this.owners.size > 10 * KEPT && oldest !== undefined) this.owners.delete(oldest);
  }

  private learnValue(name: string, value: unknown): void {
    if (this.hidden.has(value)) return;
    if (typeof value === 'string' && (value === '' || value.length > TEXT_MAX)) return;
    if (typeof value === 'string' && UUID.test(value) && name.endsWith('Id')) this.add(`${kindOf(name)} id`, value);
    else if (name === 'clientSecret') this.add('paymentIntent', String(value).replace(/_secret_.*/, ''));
    // Unlike those of authenticator apps, which recipes need.
    else if (name === 'secret' && /^(wsk|whsec)_/.test(String(value))) this.add('secret of an integration', value);
    else this.add(name, value);
  }

  private learnProduct(product: Product): void {
    this.products.set(product._id, { ...this.products.get(product._id), ...product });
    const [oldest] = this.products.keys();
    if (this.products.size > 10 * KEPT && oldest !== undefined) this.products.delete(oldest);
  }

  /** Forgets what no longer exists. */
  forget(value: unknown): void {
    for (const [name, known] of this.values) {
      if (known.includes(value))
        this.values.set(
          name,
          known.filter((other) => other !== value),
        );
    }
  }
}

/** A value that is read when its request is sent, such as the id of what an earlier call added. */
export class Later {
  readonly read: (known: Known) => unknown;
  private readonly what: string;

  constructor(what: string, read: (known: Known) => unknown) {
    this.what = what;
    this.read = read;
  }

  toString(): string {
    return `<${this.what}>`;
  }
}
