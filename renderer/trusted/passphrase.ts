/** Fewest characters of a new passphrase (NIST SP 800-63B). */
const MINIMUM = 8;

/** What is wrong with a passphrase as it was typed, or undefined. Says nothing of the passphrase itself. */
export function passphraseProblem(
  passphrase: Uint8Array,
  repeated: Uint8Array | null,
  what: 'Passphrase' | 'PIN' = 'Passphrase',
): string | undefined {
  if (repeated === null)
    return passphrase.length === 0 ? `Type the ${what === 'PIN' ? what : 'passphrase'}.` : undefined;
  // Bytes that continue a UTF-8 character are not counted.
  const characters = passphrase.reduce((sum, byte) => ((byte & 0xc0) === 0x80 ? sum : sum + 1), 0);
  if (characters < MINIMUM) return `Use at least ${MINIMUM} characters.`;
  const isSame = passphrase.length === repeated.length && passphrase.every((byte, index) => byte === repeated[index]);
  return isSame ? undefined : 'The two passphrases differ. Type both again.';
}

type Field = { readonly current: Pick<HTMLInputElement, 'value'> | null };

/**
 * Takes what was typed and empties the fields, or gives why it cannot be used. The fields are uncontrolled: a passphrase is
 * never in React's state. The browser's own text of a field cannot be wiped; its process ends with the window.
 */
export function takePassphrase(
  first: Field,
  second: Field,
  what: 'Passphrase' | 'PIN' = 'Passphrase',
): Uint8Array<ArrayBuffer> | string {
  const passphrase = takeBytes(first.current);
  const repeated = second.current === null ? null : takeBytes(second.current);
  const problem = passphraseProblem(passphrase, repeated, what);
  repeated?.fill(0);
  if (problem === undefined) return passphrase;
  passphrase.fill(0);
  return problem;
}

function takeBytes(input: Field['current']): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(input?.value ?? '');
  if (input !== null) input.value = '';
  return bytes;
}
