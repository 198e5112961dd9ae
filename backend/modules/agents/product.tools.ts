import { PER_PAGE, PER_PAGE_MAX, productSorts } from '#contract/listing/listing.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { toEuro } from '#contract/values/money.ts';
import { m } from '#messages';
import { pathId } from '../../core/http/http.ts';
import { pageUrl } from '../../core/http/page-url.ts';
import { choice, count, idParameter } from '../../core/http/parameters.ts';
import { listingParameters, readListing } from '../listing/listing.input.ts';
import { listPage } from '../listing/listing.service.ts';
import { readProductPage } from '../listing/product-page.ts';
import {
  listedProductSchema,
  objectSchema,
  presentDetail,
  presentListed,
  productSchema,
  schemas,
} from './agents.present.ts';
import { asQuery, currency, inputSchema, readCurrency, type Tool } from './tool.ts';

const { text, integer, url, list } = schemas;

const price = { type: 'number', minimum: 0, description: 'In `currency`, inclusive.' };

export const searchProducts: Tool = {
  name: 'search_products',
  title: 'Search products',
  description:
    'Finds products of the shop by words, category and price, a page at a time. Prices include VAT. Without arguments, it lists all products, newest first.',
  input: inputSchema({
    query: { ...listingParameters.search, description: 'Words of a title, or a whole SKU, GTIN or MPN.' },
    category: { type: 'string', description: 'A slug or an id: see list_categories.' },
    minPrice: price,
    maxPrice: price,
    inStock: { type: 'boolean', description: 'Leaves out what is sold out.' },
    onSale: { type: 'boolean', description: 'Leaves out what is not on sale.' },
    sort: { ...choice(productSorts), description: '`asc` and `desc` sort by price.' },
    currency,
    page: { type: 'integer', minimum: 1, default: 1 },
    perPage: { ...count(PER_PAGE_MAX), default: PER_PAGE },
  }),
  output: objectSchema({
    products: list(listedProductSchema),
    total: { ...integer, description: 'Of all pages.' },
    page: integer,
    pageCount: integer,
    match: { ...choice(['exact', 'similar']), description: '`similar` if nothing contains the query.' },
  }),

  async run(given, { em, catalogue, publicUrl }) {
    const currency = readCurrency(given);
    const { query: search, ...others } = asQuery(given);
    const asked = readListing({ query: { ...others, search } });
    const [minPrice, maxPrice] = [asked.minPrice, asked.maxPrice].map((price) => price && toEuro(price, currency)) as [
      number | null,
      number | null,
    ];
    const index = await catalogue.recent(em);
    const { products, total, page, pageCount, match } = await listPage(em, index, { ...asked, minPrice, maxPrice });
    return {
      products: products.map((product) => presentListed(product, { publicUrl, currency })),
      total,
      page,
      pageCount,
      match,
    };
  },
};

export const getProduct: Tool = {
  name: 'get_product',
  title: 'Read a product',
  description: 'Reads all that the shop shows of a product: its price with VAT, stock, description, data and variants.',
  input: inputSchema({ productId: idParameter, currency }, ['productId']),
  output: objectSchema({ product: productSchema }),

  async run(given, { em, catalogue, publicUrl }) {
    const currency = readCurrency(given);
    const { productId } = given;
    const id = pathId(typeof productId === 'string' ? productId : undefined, m.catalogue.productNotFound());
    const { product } = await readProductPage(em, await catalogue.recent(em), id);
    return { product: presentDetail(product, { publicUrl, currency }) };
  },
};

export const listCategories: Tool = {
  name: 'list_categories',
  title: 'List the categories',
  description: 'Lists the categories of the shop by name, with the number of their products.',
  input: inputSchema({}),
  output: objectSchema({
    categories: list(objectSchema({ id: text, slug: text, name: text, productCount: integer, url })),
  }),

  async run(_given, { em, catalogue, publicUrl }) {
    const { categories } = await catalogue.recent(em);
    return {
      categories: categories.map(({ id, slug, name, productCount }) => {
        return { id, slug, name, productCount, url: pageUrl(publicUrl, pageAddress('category', { slug })) };
      }),
    };
  },
};
