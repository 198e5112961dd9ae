import type { ApiKeyView } from '#contract/integration/api-keys.ts';
import { scopes } from '#contract/integration/scopes.ts';
import { type Call, callsOf, logIn, registerAndLogIn } from '../../testing/shop/api.ts';
import type { Known } from './known.ts';
import type { Role } from './operations.ts';
import type { FuzzedShop } from './shop.ts';

/** The accounts that call. A case may end their sessions or delete them: others take their places. */
export class Callers {
  private readonly call: Call;
  private readonly root: FuzzedShop['root'];
  private readonly known: Known;
  private readonly tokens = new Map<Role, string>();
  private rootToken: string | null = null;
  private count = 0;

  constructor({ url, root }: FuzzedShop, known: Known) {
    this.call = fromManyAddresses(callsOf(url));
    this.root = root;
    this.known = known;
  }

  /** The token of a role; null for a visitor. */
  async token(role: Role): Promise<string | null> {
    if (role === 'visitor') return null;
    if (role === 'stranger') return 'no-such-token';
    const token = this.tokens.get(role) ?? (role === 'key' ? await this.addKey() : await this.register(role));
    this.tokens.set(role, token);
    return token;
  }

  /** Lets a new account take over, because the current one can't call any more. */
  replace(role: Role): void {
    this.tokens.delete(role);
  }

  /** Makes a call as an admin whom no case touches. @throws Error if it fails */
  async asRoot(...[method, path, options]: Parameters<Call>) {
    this.rootToken ??= (await logIn(this.call, this.root)).token;
    const response = await this.call(method, path, { ...options, token: this.rootToken });
    if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** In place of the last one, as a shop has a limited number of keys. */
  private async addKey(): Promise<string> {
    const name = 'fuzz-key';
    const { apiKeys } = await this.asRoot('GET', '/admin/api-key');
    const old = (apiKeys as ApiKeyView[]).filter((key) => key.name === name);
    for (const { _id } of old) await this.asRoot('DELETE', `/admin/api-key/${_id}`);
    return (await this.asRoot('POST', '/admin/api-key', { body: { name, scopes } })).secret;
  }

  private async register(role: 'user' | 'admin'): Promise<string> {
    this.count += 1;
    const { email, token } = await registerAndLogIn(
      this.call,
      `fuzz-${role}-${this.count}-${crypto.randomUUID().slice(0, 8)}`,
    );
    this.known.hide(email);
    if (role === 'user') this.known.add('own email', email);
    else await this.asRoot('PUT', '/admin/user', { body: { email, role } });
    return token;
  }
}

/** The limits per address must not end the run. */
export function fromManyAddresses(call: Call): Call {
  let count = 0;
  return (method, path, options = {}) => {
    count += 1;
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
    return call(method, path, { ...options, headers: { 'X-Forwarded-For': address, ...options.headers } });
  };
}
