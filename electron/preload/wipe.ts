/** Overwrites every byte array in a message: the bridge and the transport each made a copy, and this side's is left over. */
export function wipeBytes(value: unknown): void {
  if (value instanceof Uint8Array) value.fill(0);
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) wipeBytes(member);
}
