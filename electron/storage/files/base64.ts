const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Standard base64 with padding (RFC 4648 section 4). Only for bytes that must become text:
 * the string stays in memory until the garbage collector takes it, and cannot be wiped.
 */
export function base64Encode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Strict base64 to an array of its own (never a slice of Node's shared pool); null for anything else. */
export function base64Decode(text: string): Uint8Array<ArrayBuffer> | null {
  if (!BASE64.test(text)) return null;
  const bytes = new Uint8Array(Buffer.byteLength(text, 'base64'));
  Buffer.from(bytes.buffer).write(text, 'base64');
  return bytes;
}
