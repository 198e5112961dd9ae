import { idOf, PASSWORD, priceCentsOf, SHOPPERS, SIZES, tokenOf } from './fill.ts';
import { COMPRESSED, type LoadRequest } from './measure.ts';

export type Call = {
  /** The method and path, as in the contract. */
  name: string;
  request(turn: number): LoadRequest;
  /** Whether the limit for dashboard calls applies. Downloads of all rows are exempt. */
  isLimited: boolean;
};

const JSON_TYPE = { 'Content-Type': 'application/json' };

const shopperOf = (turn: number) => 1 + (turn % SHOPPERS);
const productNumber = (turn: number) => 1 + ((turn * 37) % SIZES.products);
const productOf = (turn: number) => idOf('product', productNumber(turn));

function read(path: string | ((turn: number) => string), headers: Record<string, string> = {}) {
  return (turn: number): LoadRequest => ({
    path: typeof path === 'string' ? path : path(turn),
    headers: { ...COMPRESSED, ...headers },
  });
}

function write(method: string, path: string, body: (turn: number) => object, withToken = true) {
  return (turn: number): LoadRequest => ({
    path,
    method,
    headers: { ...JSON_TYPE, ...(withToken && { Authorization: tokenOf(shopperOf(turn)) }) },
    body: JSON.stringify(body(turn)),
  });
}

const asShopper = { Authorization: tokenOf(1) };
const shop = (name: string, request: Call['request']): Call => ({ name, request, isLimited: false });

/** The calls of shoppers. `etag` is the product list's. */
export function shopCalls(etag: string): Call[] {
  return [
    shop('GET /', read('/')),
    shop(
      'GET /product/{id} (page)',
      read((turn) => `/product/${productOf(turn)}`),
    ),
    shop('GET /pages/terms (page)', read('/pages/terms')),
    shop('GET /pages/terms', read('/api/v1/pages/terms')),
    shop('GET /sitemap.xml', read('/sitemap.xml')),
    shop('GET /products', read('/api/v1/products')),
    shop('GET /products (unchanged)', read('/api/v1/products', { 'If-None-Match': etag })),
    shop(
      'GET /products?category&minPrice',
      read((turn) => `/api/v1/products?category=category-${1 + (turn % SIZES.categories)}&minPrice=${turn % 100}`),
    ),
    shop(
      'GET /products?search',
      read((turn) => `/api/v1/products?search=${productNumber(turn)}`),
    ),
    shop(
      'GET /products?search (near match)',
      read((turn) => `/api/v1/products?search=camrea+${productNumber(turn)}`),
    ),
    shop(
      'GET /products?sort&page',
      read((turn) => `/api/v1/products?sort=asc&page=${1 + (turn % 1000)}`),
    ),
    shop(
      'GET /products/suggestions',
      read((turn) => `/api/v1/products/suggestions?search=${productNumber(turn)}`),
    ),
    shop('GET /categories', read('/api/v1/categories')),
    shop(
      'GET /products/single/{id}',
      read((turn) => `/api/v1/products/single/${productOf(turn)}`),
    ),
    shop(
      'GET /comment/filter/{id}',
      read((turn) => `/api/v1/comment/filter/${productOf(turn)}`),
    ),
    shop('GET /user/getSingleUser', read('/api/v1/user/getSingleUser', asShopper)),
    shop('GET /orders', read('/api/v1/orders', asShopper)),
    shop(
      'POST /comment',
      write('POST', '/api/v1/comment', (turn) => ({
        author: '',
        content: `Number ${turn} of the bench`,
        productId: productOf(turn),
        productTitle: '',
      })),
    ),
    shop(
      'PATCH /products/single',
      // A shopper rates a product once, so later measurements continue with new pairs.
      (() => {
        let pair = 0;
        return (): LoadRequest => {
          pair += 1;
          const productId = idOf('product', 1 + (Math.floor(pair / SHOPPERS) % SIZES.products));
          return write('PATCH', '/api/v1/products/single', () => ({ productId, productRate: 1 + (pair % 5) }))(pair);
        };
      })(),
    ),
    shop(
      'POST /payment',
      write('POST', '/api/v1/payment', (turn) => {
        const amount = priceCentsOf(productNumber(turn)) / 100;
        return { amount, currency: 'EUR', items: [{ productId: productOf(turn), count: 1 }] };
      }),
    ),
    shop(
      'POST /user/login',
      write(
        'POST',
        '/api/v1/user/login',
        (turn) => ({ email: `shopper${shopperOf(turn)}@example.com`, password: PASSWORD }),
        false,
      ),
    ),
  ];
}

/** Calls that are not measured, with the reason. */
export const NOT_MEASURED = [
  [
    'POST /user/register, PATCH /user/changePassword, resetPassword',
    'cost one password hash, as POST /user/login does',
  ],
  ['POST /user/forgotPassword', 'takes a constant time on purpose'],
  ['PUT /user/editUser, POST and PUT /admin/product', 'cost an upload; workers process the pictures'],
  ['POST /payment/webhook', 'one insert; the rest is measured as an event'],
] as const;

const admin = { Authorization: tokenOf('admin') };
const screen = (name: string, path: string): Call => ({
  name,
  request: read(`/api/v1${path}`, admin),
  isLimited: true,
});
const download = (name: string, path: string): Call => ({ ...screen(name, path), isLimited: false });

/** All reads of the dashboard, and the downloads of all rows. */
export const dashboardCalls: Call[] = [
  screen('GET /admin/statistics', '/admin/statistics'),
  screen('GET /admin/product, first page', '/admin/product?page=1'),
  screen('GET /admin/product, last page by rating', '/admin/product?page=640&sort=rating&direction=asc'),
  screen('GET /admin/product, searched', '/admin/product?page=1&search=keyboard%20123'),
  screen('GET /admin/product, of a category', `/admin/product?page=1&categoryId=${idOf('category', 3)}&sort=price`),
  screen('GET /admin/product/{id}', `/admin/product/${idOf('product', 5)}`),
  screen('GET /admin/category, first page', '/admin/category?page=1'),
  screen('GET /admin/category, summary', '/admin/category?summary=true'),
  screen('GET /admin/user, first page', '/admin/user?page=1'),
  screen('GET /admin/user, last page by username', '/admin/user?page=400&sort=username&direction=asc'),
  screen('GET /admin/user, searched', '/admin/user?page=1&search=shopper99'),
  screen('GET /admin/user, inactive', '/admin/user?page=1&status=inactive&role=user'),
  screen('GET /admin/user/{id}', `/admin/user/${idOf('user', 5)}`),
  screen('GET /comment, first page', '/comment?page=1'),
  screen('GET /comment, waiting first', '/comment?page=1&sort=status&direction=asc'),
  screen('GET /comment, waiting', '/comment?page=1&status=waiting'),
  screen('GET /comment, last page', '/comment?page=2000'),
  screen('GET /comment, searched', '/comment?page=1&search=number%204999'),
  screen('GET /admin/order, first page', '/admin/order?page=1'),
  screen('GET /admin/order, last page by amount', '/admin/order?page=800&sort=amount&direction=asc'),
  screen('GET /admin/order, refunded', '/admin/order?page=1&state=refunded'),
  screen('GET /admin/order, searched', '/admin/order?page=1&search=camera%20123'),
  screen('GET /admin/audit, first page', '/admin/audit?page=1'),
  screen('GET /admin/audit, searched', '/admin/audit?page=1&search=laptop%20123'),
  screen('GET /admin/import', '/admin/import'),
  screen('GET /admin/import/{id}', `/admin/import/${idOf('import', 5)}`),
  download('GET /admin/product/export', '/admin/product/export'),
  download('GET /admin/category, all', '/admin/category'),
  download('GET /admin/user, all', '/admin/user'),
  download('GET /comment, all', '/comment'),
  download('GET /admin/order/export', '/admin/order/export'),
];
