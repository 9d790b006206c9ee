/**
 * Arrays for secrets. V8 keeps a typed array of up to 64 bytes that was made by length inside its moving heap.
 * When the garbage collector moves such an array, it leaves copies behind.
 * An array over its own buffer never moves, so that `fill(0)` wipes the only copy.
 * `slice`, `Uint8Array.from` and `new Uint8Array(array)` all make the moving kind.
 */

/** Returns `length` zero bytes that never move. */
export function secretBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length));
}

/** Overwrites every byte array in a message, however deep: copies that were left over on this side of a process boundary. */
export function wipeBytes(message: unknown): void {
  if (message instanceof Uint8Array) message.fill(0);
  else if (typeof message === 'object' && message !== null)
    for (const member of Object.values(message)) wipeBytes(member);
}

/** Returns a copy that never moves. The source still belongs to the caller, who wipes it. */
export function copySecret(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = secretBytes(bytes.length);
  copy.set(bytes);
  return copy;
}
