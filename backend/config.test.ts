import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './core/start.ts';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.problems;
    throw error;
  }
}

describe('in development', () => {
  test('nothing has to be set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      operationsPort: 3001,
      publicUrl: 'http://localhost:3000',
      seed: 'demo',
    });
    expect(config.databaseUrl).toBeNull();
  });

  test('every wrong variable is named at once', () => {
    const problems = problemsOf({
      PORT: 'web',
      OPERATIONS_PORT: '70000',
      DATABASE_URL: 'mysql://localhost/shop',
      SEED: 'everything',
      STRIPE_SECRET_KEY: 'sk_test_1',
      ADMIN_EMAIL: 'admin@example.com',
    });
    const named = ['PORT', 'OPERATIONS_PORT', 'DATABASE_URL', 'STRIPE_', 'ADMIN_EMAIL', 'SEED'];
    expect(problems).toHaveLength(named.length);
    for (const name of named) expect(problems.join('\n')).toContain(name);
  });

  test('an address that is wrong is not repeated: it may hold a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://shop:secret@localhost/shop' }).join()).not.toContain('secret');
  });

  test('the two ports must differ', () => {
    expect(problemsOf({ PORT: '4000', OPERATIONS_PORT: '4000' })).toEqual(['PORT and OPERATIONS_PORT must differ']);
  });

  test('a variable that is set to nothing counts as unset', () => {
    expect(readConfig({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3000, redisUrl: null });
  });
});

describe('in production', () => {
  test('everything without a safe default is required, and named at once', () => {
    const problems = problemsOf({ NODE_ENV: 'production' });
    expect(problems).toHaveLength(10);
    for (const name of ['DATABASE_URL', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'OPERATOR_PASSWORD', 'PUBLIC_URL']) {
      expect(problems.join('\n')).toContain(`${name} is missing`);
    }
  });

  test('the demo catalogue is refused', () => {
    expect(problemsOf({ NODE_ENV: 'production', SEED: 'demo' }).join('\n')).toContain('SEED=demo');
  });
});
