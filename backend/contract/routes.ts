/** The addresses of the client's pages. The server answers 404, with the client's page, for every other. */
export const pagePatterns = {
  catalogue: '/',
  product: '/product/:productId',
  authorization: '/authorization',
  order: '/order',
  profile: '/profile',
  resetPassword: '/resetPassword/:token',
} as const;

/** Whether a path is the address of a page. A trailing slash makes no difference. */
export function isPage(path: string): boolean {
  return Object.values(pagePatterns).some((pattern) => {
    const expression = pattern.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+');
    return new RegExp(`^${expression}/?$`).test(path);
  });
}
