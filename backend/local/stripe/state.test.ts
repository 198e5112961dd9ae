import { expect, test } from 'vitest';
import { startTestProvider } from './harness.ts';
import { startPaymentProvider } from './server.ts';

test('a second provider on the same state is refused, and the first keeps working', async () => {
  const provider = await startTestProvider();
  try {
    await expect(startPaymentProvider(provider.options)).rejects.toThrow(
      `${provider.options.stateFile} is in use by another payment provider`,
    );
    expect(await provider.stripe().paymentIntents.create({ amount: 1999, currency: 'usd' })).toMatchObject({
      status: 'requires_payment_method',
    });
    await provider.restart();
  } finally {
    await provider.close();
  }
});
