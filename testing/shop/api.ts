export type ApiResponse = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes, and an unexpected one fails the test
  body: any;
};

export type CallOptions = {
  token?: string | null;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls a shop's API. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;

export type LoggedIn = { token: string; email: string; username: string; userId: string };

export const PASSWORD = 'correct horse';

/** Binds `Call` to the shop at `url`. */
export function callsOf(url: string): Call {
  return async (method, path, { token = null, body, form, headers = {}, signal } = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== null && { Authorization: token }),
        ...headers,
      },
      body: form ?? (typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

export async function registerAndLogIn(call: Call, username: string): Promise<LoggedIn> {
  const credentials = { email: `${username}@example.com`, password: PASSWORD };
  const registered = await call('POST', '/user/register', { body: { ...credentials, username } });
  if (registered.status !== 200) throw new Error(`Could not register: ${JSON.stringify(registered.body)}`);
  return logIn(call, credentials);
}

export async function logIn(call: Call, credentials: { email: string; password: string }): Promise<LoggedIn> {
  const { status, body } = await call('POST', '/user/login', { body: credentials });
  if (status !== 200) throw new Error(`Could not log in: ${JSON.stringify(body)}`);
  return { token: body.token, email: body.user.email, username: body.user.username, userId: body.user._id };
}
