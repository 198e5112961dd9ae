/** Validation of card number, expiry and security code, with the provider's messages. */

/** @typedef {{ code: string, message: string }} Problem */

/** Number lengths, grouping and security codes by brand. */
const BRANDS = [
  { brand: 'amex', label: 'Amex', pattern: /^3[47]/, length: 15, groups: [4, 6, 5], cvc: 4 },
  { brand: 'mastercard', label: 'Mastercard', pattern: /^(5[1-5]|2[2-7])/, length: 16, groups: [4, 4, 4, 4], cvc: 3 },
  { brand: 'visa', label: 'Visa', pattern: /^4/, length: 16, groups: [4, 4, 4, 4], cvc: 3 },
];
const UNKNOWN_BRAND = { brand: 'unknown', label: '', pattern: /^/, length: 16, groups: [4, 4, 4, 4], cvc: 3 };

/** @param {string} text */
export function digitsOf(text) {
  return text.replace(/\D/g, '');
}

/** @param {string} number */
export function brandOf(number) {
  const digits = digitsOf(number);
  return BRANDS.find(({ pattern }) => pattern.test(digits)) ?? UNKNOWN_BRAND;
}

/** Groups digits as printed on the card. @param {string} text */
export function formatNumber(text) {
  const { length, groups } = brandOf(text);
  const digits = digitsOf(text).slice(0, length);
  let start = 0;
  const parts = groups.map((size) => {
    start += size;
    return digits.slice(start - size, start);
  });
  return parts.filter(Boolean).join(' ');
}

/** Formats as `MM / YY`: `5` becomes `05 / `, and a slash follows the month unless the shopper is deleting. */
export function formatExpiry(/** @type {string} */ text, isDeleting = false) {
  // Autofill may write a four-digit year.
  const short = text.replace(/^\s*(\d{1,2})\s*\/\s*20(\d{2})\s*$/, '$1/$2');
  let digits = digitsOf(/^\s*\d\s*\//.test(short) ? `0${short}` : short);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^1[3-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** @param {string} text @param {string} number */
export function formatCvc(text, number) {
  return digitsOf(text).slice(0, brandOf(number).cvc);
}

/** @param {string} number @returns {Problem | null} */
export function checkNumber(number) {
  const digits = digitsOf(number);
  if (digits.length < brandOf(digits).length) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  return passesLuhn(digits) ? null : { code: 'invalid_number', message: 'Your card number is invalid.' };
}

/** ISO/IEC 7812: the last digit checks the others. @param {string} digits */
function passesLuhn(digits) {
  const sum = [...digits]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

/** @param {string} expiry @returns {{ month: number, year: number }} */
export function readExpiry(expiry) {
  const digits = digitsOf(expiry);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

/** @param {string} expiry @returns {Problem | null} */
export function checkExpiry(expiry, now = new Date()) {
  if (digitsOf(expiry).length < 4) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  }
  const { month, year } = readExpiry(expiry);
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry', message: "Your card's expiration date is invalid." };
  }
  if (year < now.getFullYear()) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  }
  if (year > now.getFullYear() + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  }
  return null;
}

/** @param {string} cvc @param {string} number @returns {Problem | null} */
export function checkCvc(cvc, number) {
  if (digitsOf(cvc).length === brandOf(number).cvc) return null;
  return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}
