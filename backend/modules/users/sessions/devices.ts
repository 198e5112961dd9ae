import bowser from 'bowser';

/** Names the device of a User-Agent, such as "Firefox on Windows"; '' if it is unknown. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return '';
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ');
}
