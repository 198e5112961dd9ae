import { attempt, baseURL } from './call.ts';

/** Downloads a file. Not a link, because the request needs the token. @throws ApiError */
export function download(path: string, fallback: string): Promise<Blob> {
  return attempt({ fallback, quiet: true }, async (token) => {
    const response = await fetch(baseURL + path, { headers: token ? { Authorization: token } : {} });
    if (response.ok) return response.blob();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    throw { status: response.status, data: isJson ? await response.json() : undefined };
  });
}
