/** Overwrites every byte array in a message: passphrases on their way in, revealed keys on their way out. */
export function wipeBytes(value: unknown): void {
  if (value instanceof Uint8Array) value.fill(0);
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) wipeBytes(member);
}
