/** Names the device of a User-Agent, such as "Firefox on Windows"; '' if it is unknown. */
export async function describeDevice(userAgent: string | null): Promise<string> {
  if (!userAgent) return '';
  // Few people look at their sessions.
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ');
}
