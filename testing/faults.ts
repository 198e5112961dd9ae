/** Sets the faults of the local payment provider (backend/local/stripe); {} clears them. */
export async function setProviderFaults(providerUrl: string, secretKey: string, faults: object): Promise<void> {
  const response = await fetch(`${providerUrl}/control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secretKey}` },
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(`The provider refused the faults: ${await response.text()}`);
}
