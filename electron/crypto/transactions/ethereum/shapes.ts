/** The shapes of values in EVM transactions, as data. `fields.ts` reads, describes and compares values by them. */
import type { ValueKind } from '../../../../shared/model/index.ts';

export type Shape =
  /**
   * A big-endian number without leading zeros. `maximum` is present unless it is all ones. `optional`: empty means
   * none, not 0. `kind`: the number's meaning, an amount by default.
   */
  | {
      readonly is: 'uint';
      readonly bits: number;
      readonly maximum?: bigint;
      readonly optional?: true;
      readonly kind?: ValueKind;
    }
  /** 20 bytes, or none with `optional`. */
  | { readonly is: 'address'; readonly optional?: true }
  /** `isDigest`: a person compares it. */
  | { readonly is: 'bytes'; readonly length?: number; readonly optional?: true; readonly isDigest?: true }
  | { readonly is: 'list'; readonly of: Shape; readonly minimum: number; readonly optional?: true }
  /** `required`: the number of fields that must be present. The others may be omitted from the end. */
  | { readonly is: 'tuple'; readonly fields: readonly Field[]; readonly required: number }
  /** A list if the item is one, else a string. */
  | { readonly is: 'either'; readonly string: Shape; readonly list: Shape };

export interface Field {
  readonly name: string;
  readonly shape: Shape;
}

/** Fields in wire order, by their names. */
export const fields = (shapes: Readonly<Record<string, Shape>>): readonly Field[] =>
  Object.entries(shapes).map(([name, shape]) => ({ name, shape }));

/** A list of at least `minimum` entries. */
export const list = (of: Shape, minimum = 0) => ({ is: 'list', of, minimum }) as const;

/** A list of these fields. The first `required` must be present, by default all. */
export const tuple = (shapes: Readonly<Record<string, Shape>>, required = Object.keys(shapes).length) =>
  ({ is: 'tuple', fields: fields(shapes), required }) as const;

/** The shape, or an empty string. */
export const optional = <Present extends Exclude<Shape, { is: 'tuple' | 'either' }>>(shape: Present) =>
  ({ ...shape, optional: true }) as const;

/** A number that counts wei, gas or tokens. */
export const uint = (bits: number) => ({ is: 'uint', bits }) as const;
/** A number that names or selects something: a chain, a nonce, a parity. */
export const ordinal = (bits: number) => ({ is: 'uint', bits, kind: 'text' }) as const;
export const ADDRESS = { is: 'address' } as const;
export const BYTES = { is: 'bytes' } as const;
export const BYTES_32 = { is: 'bytes', length: 32, isDigest: true } as const;

/** EIP-2681: the last nonce an account can use is 2^64 - 2. */
export const NONCE = { ...ordinal(64), maximum: 2n ** 64n - 2n } as const;
/** Choice (chain-id-limit): EIP-2294, so that the v of EIP-155 fits into 64 bits. */
export const CHAIN_ID = { ...ordinal(64), maximum: 2n ** 63n - 37n } as const;
export const ACCESS_LIST = list(tuple({ address: ADDRESS, storageKeys: list(BYTES_32) }));
/** The two numbers of a signature. */
export const R_AND_S = { r: { ...uint(256), kind: 'bytes' }, s: { ...uint(256), kind: 'bytes' } } as const;
