/**
 * Returns the form of an address in which texts are compared and looked up. Hexadecimal addresses lose their letter case,
 * which is only a checksum. All others stay as they are.
 *
 * @example
 * addressKey('0xdAC17F958D2ee523a2206206994597C13D831ec7');
 * // '0xdac17f958d2ee523a2206206994597c13d831ec7'
 */
export const addressKey = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);
