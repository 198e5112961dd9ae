/** What an uploaded picture may be, for the server that checks it and the client that says so before it sends one. */
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const TOO_MANY_BYTES = 'The picture can have at most 10 MB';
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;
