/** Sets what a payment provider of backend/local/stripe does wrong; {} for nothing. */
export async function setProviderFaults(providerUrl: string, secretKey: string, faults: object): Promise<void> {
  const response = await fetch(`${providerUrl}/control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secretKey}` },
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(`The provider refused the faults: ${await response.text()}`);
}
