/**
 * The part of redaxios that the client uses. The package's own types declare a default export but its entry for Node is
 * CommonJS, so with `moduleResolution: NodeNext` the import could not be called.
 */
declare module 'redaxios' {
  type Options = {
    method: string;
    headers: Record<string, string>;
    /** An object is sent as JSON. */
    data?: object;
    fetch: (input: string, init: RequestInit) => Promise<globalThis.Response>;
  };

  type Response<T> = { status: number; data: T };

  /**
   * Rejects with the Response if its status is not from 200 to 299, or with the error of `fetch`. Both the Response and
   * what it rejects with hold the whole request.
   */
  export default function redaxios<T>(url: string, options: Options): Promise<Response<T>>;
}
