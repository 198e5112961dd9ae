/**
 * The part of redaxios that the client uses. The package's own types declare a default export, while its entry for Node
 * is CommonJS: with `moduleResolution: NodeNext` the compiler then takes the import for an object that can't be called.
 */
declare module 'redaxios' {
  type Options = {
    url: string;
    baseURL: string;
    method: 'get' | 'post' | 'put' | 'patch' | 'delete';
    /** An object is sent as JSON, FormData as it is. */
    data?: object;
    headers?: Record<string, string>;
    validateStatus?: (status: number) => boolean;
  };

  type Response<T> = { status: number; data: T };

  /** Rejects with the Response if its status is refused, with the error of `fetch` if there was no answer. */
  export default function redaxios<T>(options: Options): Promise<Response<T>>;
}
