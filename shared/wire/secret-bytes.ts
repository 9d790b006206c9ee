/**
 * Arrays for secrets. V8 keeps a typed array of up to 64 bytes that was made by length inside its moving heap, and the
 * garbage collector leaves copies behind when it moves it; an array over a buffer of its own never moves, so that
 * `fill(0)` wipes the only copy. `slice`, `Uint8Array.from` and `new Uint8Array(array)` all make the moving kind.
 */

/** Zeroed bytes that never move. */
export function secretBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length));
}

/** A copy that never moves; the source still belongs to the caller, who wipes it. */
export function copySecret(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = secretBytes(bytes.length);
  copy.set(bytes);
  return copy;
}
