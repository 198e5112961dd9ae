import type { Config } from '../../config.ts';
import { reasonOf } from '../../core/errors.ts';
import { openPaymentProvider } from '../../modules/payments/provider/providers.ts';
import { compareClocks } from './clock.ts';
import { type Finding, ok, problem, unknown } from './finding.ts';

const WEBHOOK_PATH = '/api/v1/payment/webhook';

export async function checkProvider({ payments, publicUrl }: Config): Promise<Finding[]> {
  if (payments === null) return [ok('Payments: a local provider that charges nothing, which starts with `make up`')];
  const provider = openPaymentProvider(payments);
  const before = Date.now();
  try {
    const { findings, time } = await provider.examine({ publicUrl, webhookUrl: publicUrl + WEBHOOK_PATH });
    return [
      ...findings.map(({ state, text }) => ({ state, text: `Payments: ${text}` })),
      time === null
        ? unknown('The clock of the payment provider: it does not send the time')
        : compareClocks('of the payment provider', time, before, Date.now()),
    ];
  } catch (error) {
    return [problem(`Payments: ${reasonOf(error)}`)];
  }
}
