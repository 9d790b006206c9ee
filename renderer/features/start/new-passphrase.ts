/** Fewest characters of a new passphrase (NIST SP 800-63B). */
const MINIMUM = 8;

/** What is wrong with a new passphrase typed twice, or undefined. Says nothing of the passphrase itself. */
export function passphraseProblem(passphrase: Uint8Array, repeated: Uint8Array): string | undefined {
  // Bytes that continue a UTF-8 character are not counted.
  const characters = passphrase.reduce((sum, byte) => ((byte & 0xc0) === 0x80 ? sum : sum + 1), 0);
  if (characters < MINIMUM) return `Use at least ${MINIMUM} characters.`;
  const isSame = passphrase.length === repeated.length && passphrase.every((byte, index) => byte === repeated[index]);
  return isSame ? undefined : 'The two passphrases differ. Type both again.';
}
