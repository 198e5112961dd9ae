// Import rules. `make check` fails on any import that is not listed here. Paths are regular expressions.

/** The modules, each with the modules it may import. A new module needs a line. */
const modules = {
  'api-keys': ['users'],
  settings: [],
  pages: ['pictures', 'settings'],
  pictures: [],
  users: ['pictures', 'settings'],
  catalogue: ['pictures', 'settings', 'users'],
  ratings: ['catalogue', 'users'],
  comments: ['catalogue', 'ratings', 'users'],
  listing: ['catalogue', 'settings'],
  feeds: ['catalogue', 'delivery', 'settings'],
  imports: ['catalogue', 'pictures', 'users'],
  storefront: ['catalogue', 'delivery', 'listing', 'pages', 'settings'],
  delivery: [],
  discounts: ['catalogue'],
  orders: ['catalogue', 'delivery', 'discounts', 'pages', 'settings', 'users'],
  documents: ['catalogue', 'orders', 'pages', 'pictures', 'settings'],
  payments: ['orders', 'pages', 'settings', 'vat'],
  agents: ['catalogue', 'listing', 'pages', 'payments', 'settings', 'vat'],
  duties: ['catalogue', 'pages', 'payments', 'settings'],
  vat: [],
  webhooks: ['catalogue', 'comments', 'orders', 'ratings', 'settings', 'users'],
  dashboard: ['catalogue', 'comments', 'duties', 'orders', 'payments', 'ratings', 'settings', 'users'],
};

const messages = 'messages/';
const contract = 'backend/contract/';
const core = 'backend/core/';
const module = (name) => `backend/modules/${name}/`;
const anyModule = module('[^/]+');
const clientBase = 'frontend/(browser|texts)/';
const operations = 'backend/operations/';
const setup = 'backend/(config|entities)[.]ts$';

/** Each room, with the rooms it may import besides itself. Tests have their own rule. */
const rooms = {
  [messages]: [],
  [contract]: [messages],
  [core]: [contract, messages],
  ...Object.fromEntries(
    Object.entries(modules).map(([name, others]) => [module(name), [contract, core, messages, ...others.map(module)]]),
  ),
  'backend/[^/]+[.]ts$': [contract, core, messages, anyModule, operations],
  [operations]: [contract, core, messages, anyModule, setup],
  'backend/local/': [contract, core, messages, anyModule, operations, setup],
  // Writes the description of the API when the shop is built.
  'backend/openapi/': [contract, core, messages, anyModule, 'backend/(app|config)[.]ts$'],
  'workers/': [contract, core, messages, anyModule, setup],
  'migrations/': [],
  'examples/': [],
  '[^/]+[.]config[.]ts$': ['testing/', messages],
  'testing/': ['backend/', 'workers/', messages],
  'e2e/': ['backend/', 'workers/', 'testing/', messages],
  'frontend/(App|main|server)[.]tsx$': ['frontend/', contract, messages],
  'frontend/pages/': ['frontend/(?!App|main|server)', contract, messages],
  'frontend/payments/': ['frontend/(api|components|stores)/', clientBase, contract, messages],
  'frontend/components/': ['frontend/(api|stores)/', clientBase, contract, messages],
  'frontend/stores/': ['frontend/api/', clientBase, contract, messages],
  'frontend/api/': [clientBase, contract, messages],
  [clientBase]: [contract, messages],
};

const tests = '^(backend|workers|messages)/.*[.]test[.]ts$';
const packages = '^node_modules/';

const forbid = (name, comment, from, to) => ({ name, comment, from, to, severity: 'error' });
const startingWith = (paths) => paths.map((path) => `^${path}`);

export default {
  forbidden: [
    ...Object.entries(rooms).map(([room, others]) =>
      forbid(
        `room: ${room}`,
        `It may import ${others.length > 0 ? others.join(', ') : 'only itself'}.`,
        { path: `^${room}`, pathNot: tests },
        { pathNot: [...startingWith([room, ...others]), packages], dependencyTypesNot: ['core'] },
      ),
    ),
    forbid(
      'tests',
      'They may import the backend, the workers and testing/.',
      { path: tests },
      {
        pathNot: [...startingWith(['backend/', 'workers/', 'testing/', messages]), packages],
        dependencyTypesNot: ['core'],
      },
    ),
    forbid('no-room', 'Add the folder to .dependency-cruiser.js.', { pathNot: startingWith(Object.keys(rooms)) }, {}),
    forbid('no-tests', 'Only tests may import a test.', { pathNot: [tests, '^(testing|e2e)/'] }, { path: tests }),
    forbid('no-cycle', 'Type imports count too.', {}, { circular: true }),
    forbid('unresolved', 'The file or package does not exist.', {}, { couldNotResolve: true }),
    forbid(
      'contract-packages',
      'The contract also runs in the browser and may import only yup and the forms of addresses.',
      { path: `^${contract}`, pathNot: '[.]test[.]ts$' },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^node_modules/(yup|localized-address-format)/' },
    ),
    forbid(
      'frontend-packages',
      'The browser has no Node modules.',
      { path: '^frontend/', pathNot: '[.]test[.]tsx?$' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'admin-apart',
      'Shoppers must not load code for admins.',
      { path: '^frontend/', pathNot: '^frontend/(pages/dashboard|api/admin)/' },
      { path: '^frontend/api/admin/' },
    ),
    forbid(
      'pages-do-not-fetch',
      'Call a store, or a hook or an action of frontend/api.',
      { path: '^frontend/(pages|components)/' },
      { path: '^frontend/api/call[.]ts$' },
    ),
    forbid(
      "another-module's-routes",
      'Call its service.',
      { path: '^backend/modules/([^/]+)/', pathNot: tests },
      { path: '[.]routes[.]ts$', pathNot: '^backend/modules/$1/' },
    ),
    forbid(
      "another-module's-tables",
      'Call its queries or its service. Only foreign keys and the demo data cross modules.',
      {
        path: '^(backend/modules/[^/]+/|backend/|workers/|testing/|e2e/)',
        pathNot: ['[.]entity[.]ts$', '^backend/local/(seed[.]ts$|demo/)'],
      },
      { path: '^backend/modules/.*[.](entity|tables)[.]ts$', pathNot: '^$1(?!modules/)' },
    ),
    forbid(
      'routes',
      'Only app.ts mounts routes.',
      { pathNot: ['^backend/modules/', '^backend/app[.]ts$'] },
      { path: '[.]routes[.]ts$' },
    ),
    forbid(
      'workers-call-services',
      'Jobs call services, never tables.',
      { path: '^workers/', pathNot: tests },
      { path: '[.](entity|present|queries)[.]ts$' },
    ),
    forbid(
      'payment-providers',
      "Only a provider's own folder may import its library. Tests and what the providers are tested with may, too.",
      { path: '^(backend|frontend|workers)/', pathNot: [tests, '^backend/local/', '/(provider|payments)/stripe/'] },
      { path: '^node_modules/(@stripe|stripe)/' },
    ),
    forbid(
      'behind-the-port',
      'Use the port. Only providers.ts opens a provider.',
      {
        path: '^(backend|workers)/',
        pathNot: [tests, `^${module('payments')}provider/([^/]+/|providers[.]ts$)`, '^backend/local/'],
      },
      { path: `^${module('payments')}provider/[^/]+/` },
    ),
    forbid(
      'behind-the-port-of-the-client',
      'Use the port. Only frontend/payments/ opens a provider.',
      { path: '^frontend/', pathNot: '^frontend/payments/' },
      { path: '^frontend/payments/[^/]+/' },
    ),
    forbid(
      'bullmq',
      'Only workers/queues/ may import BullMQ.',
      { pathNot: '^workers/queues/' },
      { path: '^node_modules/bullmq/' },
    ),
  ],
  options: {
    // TypeScript 7 has no JavaScript API yet. swc counts type imports too; it fails on `using` declarations.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|var|[.]tools)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
