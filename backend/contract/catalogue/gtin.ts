/**
 * Whether a text is a GTIN of 8, 12, 13 or 14 digits whose last one checks the others: with weights of 1 and 3 from the right,
 * their sum is a multiple of ten. https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = Array.from(text, Number).reduceRight((sum, digit, place) => {
    const isTripled = (text.length - 1 - place) % 2 === 1;
    return sum + digit * (isTripled ? 3 : 1);
  }, 0);
  return sum % 10 === 0;
}
