import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import {
  type IServiceMonitor,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { type IJob, Job } from 'kubernetes-models/batch/v1';
import { type IIngress, Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { type IService, Service } from 'kubernetes-models/v1';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { projectFolder, readConfig } from '../../backend/config.ts';
import { STOP_DEADLINE } from '../../backend/core/process/shutdown.ts';
import { startTestShop } from '../shop/shop.ts';
import { openWorkerShop } from '../shop/worker-shop.ts';

const shop = await startTestShop();
const workerShop = await openWorkerShop(inject('postgresUrl'), null);
const { operationsPort } = await workerShop.start({});
afterAll(() => workerShop.close());

/** The classes that validate each kind. */
const kinds = { Deployment, HorizontalPodAutoscaler, Ingress, Job, PodDisruptionBudget, Service, ServiceMonitor };

type Manifest = { kind: keyof typeof kinds; metadata: { name: string } };
type Kustomization = {
  resources: string[];
  components?: string[];
  configurations?: string[];
  configMapGenerator?: { literals: string[] }[];
  secretGenerator?: { envs: string[] }[];
};

const folder = join(projectFolder, 'deploy/kubernetes');
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const kustomizationOf = (name: string): Kustomization => parse(read(name, 'kustomization.yaml'));
const literalsOf = (name: string) =>
  parseEnv((kustomizationOf(name).configMapGenerator ?? []).flatMap(({ literals }) => literals).join('\n'));

const manifests: Manifest[] = ['base', 'metrics'].flatMap((name) =>
  kustomizationOf(name).resources.flatMap((file) =>
    parseAllDocuments(read(name, file)).map((document) => document.toJS() as Manifest),
  ),
);

/** The manifest of this kind and name. */
function manifest<Kind>(kind: Manifest['kind'], name: string): Kind {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`);
  return found as Kind;
}

const api = manifest<IDeployment>('Deployment', 'webshop-api').spec?.template.spec;
const workers = manifest<IDeployment>('Deployment', 'webshop-workers').spec?.template.spec;
const migrate = manifest<IJob>('Job', 'webshop-migrate').spec?.template.spec;
const variables = literalsOf('base');

test.each(manifests.map((each) => [each.kind, each.metadata.name, each] as const))(
  '%s %s conforms to the API of Kubernetes',
  (kind, _name, each) => {
    expect(() => new kinds[kind](each as never).validate()).not.toThrow();
  },
);

test('kustomizations name files that exist', () => {
  for (const name of ['base', 'metrics', 'example']) {
    const { resources = [], components = [], configurations = [], secretGenerator = [] } = kustomizationOf(name);
    const secrets = secretGenerator.flatMap(({ envs }) => envs);
    for (const path of [...resources, ...components, ...configurations, ...secrets]) {
      expect(existsSync(join(folder, name, path)), path).toBe(true);
    }
  }
});

test('the shop accepts the configuration of the example, with nothing missing', () => {
  const own = parseEnv(read('example', 'secret.env'));
  const environment = { ...variables, ...literalsOf('example'), ...own } as Record<string, string>;
  expect(readConfig(environment)).toMatchObject({ production: true, publicUrl: 'https://shop.example.com' });
});

describe('probes and ports', () => {
  test.each([
    ['API', api, shop.url],
    ['workers', workers, `http://127.0.0.1:${operationsPort}`],
  ])('the probes of the %s ask for what exists', async (_what, pod, url) => {
    const { startupProbe, readinessProbe, livenessProbe } = pod?.containers[0] ?? {};
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      expect((await fetch(url + probe?.httpGet?.path)).status).toBe(200);
    }
  });

  test('every port has the number of its variable, and services know its name', () => {
    const ports = [...(api?.containers ?? []), ...(workers?.containers ?? [])].flatMap((each) => each.ports ?? []);
    const numbers = Object.fromEntries(ports.map(({ name, containerPort }) => [name, String(containerPort)]));
    const { PORT, METRICS_PORT, OPERATIONS_PORT } = variables;
    expect(numbers).toEqual({ http: PORT, metrics: METRICS_PORT, operations: OPERATIONS_PORT });
    for (const name of ['webshop-api', 'webshop-workers']) {
      for (const { targetPort } of manifest<IService>('Service', name).spec?.ports ?? []) {
        expect(Object.keys(numbers)).toContain(targetPort);
      }
    }
  });

  test('only the port of the shop is public', () => {
    const paths = manifest<IIngress>('Ingress', 'webshop').spec?.rules?.flatMap(({ http }) => http?.paths ?? []);
    expect(paths?.map(({ backend }) => backend.service?.port)).toEqual([{ name: 'http' }]);
  });
});

test('Prometheus reads metrics with the token of the shop', () => {
  const secret = parseEnv(read('example', 'secret.env'));
  for (const name of ['webshop-api', 'webshop-workers']) {
    const [endpoint] = manifest<IServiceMonitor>('ServiceMonitor', name).spec?.endpoints ?? [];
    const { name: holder, key = '' } = endpoint?.authorization?.credentials ?? {};
    expect([holder, secret[key]]).toEqual(['webshop', expect.stringMatching(/./)]);
  }
});

test('pods have the time to drain and to close', () => {
  const needed = Number(variables.DRAIN_SECONDS) + STOP_DEADLINE / 1000;
  expect(api?.terminationGracePeriodSeconds).toBeGreaterThan(needed);
  expect(workers?.terminationGracePeriodSeconds).toBeGreaterThan(STOP_DEADLINE / 1000);
});

test('pods run programs that exist', () => {
  for (const container of [...(workers?.containers ?? []), ...(migrate?.containers ?? [])]) {
    expect(existsSync(join(projectFolder, container.command?.at(-1) ?? ''))).toBe(true);
  }
});
