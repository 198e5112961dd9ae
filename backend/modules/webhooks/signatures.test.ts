import { expect, test } from 'vitest';
import { newWebhookSecret, signedHeaders } from './signatures.ts';

// https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries: the vector of each library's tests.
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test('signs as Standard Webhooks does', () => {
  const { secret, id, seconds, body, signature } = vector;
  expect(signedHeaders(id, body, [secret], seconds * 1000 + 999)).toEqual({
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  });
});

test('signs with each of two secrets', () => {
  const { secret, id, seconds, body, signature } = vector;
  const other = newWebhookSecret();
  const [first, second, ...more] = signedHeaders(id, body, [other, secret], seconds * 1000)['webhook-signature'].split(
    ' ',
  );
  expect([second, more]).toEqual([signature, []]);
  expect(first).toMatch(/^v1,[\w+/]{43}=$/);
});

test('creates secrets of 32 random bytes', () => {
  const secret = newWebhookSecret();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(secret);
});
