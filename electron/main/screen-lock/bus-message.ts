/**
 * Messages of D-Bus (its specification, "Message Protocol"), as far as listening needs them. Calls with strings are
 * written. Of received messages the header and a first boolean are read.
 */
export interface BusMessage {
  readonly kind: 'call' | 'reply' | 'error' | 'signal' | 'other';
  readonly path: string;
  /** The interface and the name of a signal. */
  readonly interface: string;
  readonly member: string;
  /** True when the body begins with the boolean true. */
  readonly isTrue: boolean;
}

export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly argument: string | null;
}

const KINDS = ['other', 'call', 'reply', 'error', 'signal'] as const;
const FIELD = { path: 1, interface: 2, member: 3, destination: 6, signature: 8 } as const;
const FIXED_BYTES = 16;
const LITTLE_ENDIAN = 0x6c;
const BIG_ENDIAN = 0x42;
/** Longest message accepted. The expected signals have a few hundred bytes. The protocol allows 128 MiB. */
const LONGEST = 65_536;

const aligned = (offset: number, to: number) => Math.ceil(offset / to) * to;

/** The bytes of a call, little-endian. `serial` counts from 1. */
export function encodeCall({ argument, ...call }: BusCall, serial: number): Buffer {
  const body = argument === null ? Buffer.alloc(0) : text(argument);
  const fields = [
    field(FIELD.path, 'o', text(call.path)),
    field(FIELD.interface, 's', text(call.interface)),
    field(FIELD.member, 's', text(call.member)),
    field(FIELD.destination, 's', text(call.destination)),
    ...(argument === null ? [] : [field(FIELD.signature, 'g', signature('s'))]),
  ];
  const last = fields.length - 1;
  const listed = Buffer.concat(fields.map((one, index) => (index === last ? one : padded(one))));
  const fixed = Buffer.from([LITTLE_ENDIAN, KINDS.indexOf('call'), 0, 1, ...new Uint8Array(FIXED_BYTES - 4)]);
  fixed.writeUInt32LE(body.length, 4);
  fixed.writeUInt32LE(serial, 8);
  fixed.writeUInt32LE(listed.length, 12);
  return Buffer.concat([padded(Buffer.concat([fixed, listed])), body]);
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length, 8) - bytes.length)]);

/** A structure of the header: its number, the type of its value, and the value. It begins at a multiple of 8. */
const field = (number: number, type: string, value: Buffer) =>
  Buffer.concat([Buffer.from([number]), signature(type), value]);

const signature = (type: string) => Buffer.concat([Buffer.from([type.length]), Buffer.from(`${type}\0`)]);

function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length - 1);
  return Buffer.concat([length, bytes]);
}

/**
 * Decodes the first message of the received bytes. Returns it with its length, or null while it is incomplete. Throws
 * for bytes that are no message, and for a message longer than any requested one.
 */
export function decodeMessage(bytes: Buffer): { readonly message: BusMessage; readonly length: number } | null {
  if (bytes.length < FIXED_BYTES) return null;
  const order = bytes[0];
  if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN) throw new Error('The bus sent an invalid message.');
  const number = (at: number) => (order === LITTLE_ENDIAN ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const fieldsEnd = FIXED_BYTES + number(12);
  const bodyAt = aligned(fieldsEnd, 8);
  const length = bodyAt + number(4);
  if (length > LONGEST) throw new Error('The bus sent a message that is too long.');
  if (bytes.length < length) return null;

  const fields = new Map<number, string>();
  for (let at = FIXED_BYTES; at < fieldsEnd; ) {
    at = aligned(at, 8);
    const key = bytes[at] ?? 0;
    // The signature of a value of the header is one letter: its length, the letter, and a zero.
    const type = String.fromCharCode(bytes[at + 2] ?? 0);
    at += 4;
    if (type === 'u') at += 4;
    else if (type === 's' || type === 'o' || type === 'g') {
      const size = type === 'g' ? (bytes[at] ?? 0) : number(at);
      const start = at + (type === 'g' ? 1 : 4);
      fields.set(key, bytes.toString('utf8', start, start + size));
      at = start + size + 1;
    } else throw new Error('The bus sent a header that cannot be read.');
    if (at > fieldsEnd) throw new Error('The bus sent a header that ends too early.');
  }
  const isTrue = fields.get(FIELD.signature)?.startsWith('b') === true && length >= bodyAt + 4 && number(bodyAt) === 1;
  const message = {
    kind: KINDS[bytes[1] ?? 0] ?? 'other',
    path: fields.get(FIELD.path) ?? '',
    interface: fields.get(FIELD.interface) ?? '',
    member: fields.get(FIELD.member) ?? '',
    isTrue,
  };
  return { message, length };
}
