/**
 * The part of redaxios that the client uses. The package's own types don't work with `moduleResolution: NodeNext`: they
 * declare a default export, but its entry for Node is CommonJS.
 */
declare module 'redaxios' {
  type Options = {
    method: string;
    headers: Record<string, string>;
    /** Objects are sent as JSON. */
    data?: object;
    fetch: (input: string, init: RequestInit) => Promise<globalThis.Response>;
  };

  type Response<T> = { status: number; data: T };

  /**
   * Rejects with the Response if its status is not 2xx, or with the error from `fetch`. A Response holds the whole
   * request, including secrets.
   */
  export default function redaxios<T>(url: string, options: Options): Promise<Response<T>>;
}
