/**
 * Returns an exact decimal number with commas between its thousands. Takes digits with at most one point.
 *
 * @example
 * grouped('1250.5');
 * // '1,250.5'
 */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}

/**
 * Returns the exact decimal number of a count of smallest units. Nothing is rounded, so a token that claims 255
 * decimals has as many digits.
 *
 * @example
 * decimalText(1500000n, 6);
 * // '1.5'
 */
export function decimalText(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
