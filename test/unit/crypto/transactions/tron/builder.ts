import { secp256k1PublicKey } from '../../../../../electron/crypto/curves/secp256k1.ts';
import type { SigningKey } from '../../../../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../../shared/wire/index.ts';

/** A Protocol Buffers field by its number: a number is a varint, text and bytes are length-delimited, a list is a message. */
export type Field = readonly [number: number, value: bigint | number | string | Uint8Array | readonly Field[]];

export const OWNER = Uint8Array.from([0x41, ...new Uint8Array(20).fill(0x11)]);
export const TARGET = Uint8Array.from([0x41, ...new Uint8Array(20).fill(0x22)]);

export function tronKey(byte: number): SigningKey {
  const privateKey = new Uint8Array(32).fill(byte);
  const publicKey = secp256k1PublicKey(privateKey, 'compressed');
  return { curve: 'CURVE_SECP256K1', publicKey, addressFormats: ['ADDRESS_FORMAT_TRON'], privateKey };
}

export function encode(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'bigint' || typeof value === 'number')
      return [...varint(BigInt(number) << 3n), ...varint(BigInt.asUintN(64, BigInt(value)))];
    const bytes = typeof value === 'string' ? utf8Encode(value) : value instanceof Uint8Array ? value : encode(value);
    return [...varint((BigInt(number) << 3n) | 2n), ...varint(BigInt(bytes.length)), ...bytes];
  });
  return Uint8Array.from(parts.flat());
}

export function varint(value: bigint): number[] {
  return value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...varint(value >> 7n)];
}

export interface ContractParts {
  readonly name: string;
  readonly type: number;
  readonly value: readonly Field[];
  /** More fields of the contract, and of the raw data. */
  readonly contract?: readonly Field[];
  readonly raw?: readonly Field[];
}

export function rawFields({ name, type, value, contract = [], raw = [] }: ContractParts): Field[] {
  return [
    [1, hexDecode('0001')],
    [4, hexDecode('1122334455667788')],
    [8, 1_700_000_060_000],
    [
      11,
      [
        [1, type],
        [
          2,
          [
            [1, `type.googleapis.com/protocol.${name}`],
            [2, value],
          ],
        ],
        ...contract,
      ],
    ],
    [14, 1_700_000_000_000],
    ...raw,
  ];
}

export function rawText(parts: ContractParts): string {
  return hexEncode(encode(rawFields(parts)));
}

export const TRANSFER: ContractParts = {
  name: 'TransferContract',
  type: 1,
  value: [
    [1, OWNER],
    [2, TARGET],
    [3, 100],
  ],
};

export function trigger(data: string): ContractParts {
  return {
    name: 'TriggerSmartContract',
    type: 31,
    value: [
      [1, OWNER],
      [2, TARGET],
      [4, hexDecode(data)],
    ],
  };
}
