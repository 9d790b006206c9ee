import fc from 'fast-check';
import { publicKeyOf, sha256 } from '../../electron/crypto/index.ts';
import type { SigningKey } from '../../electron/crypto/transactions/rule.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import '../fuzz/seed.ts';

export type Hex = `0x${string}`;

/** The number of random transactions of each type that are compared. */
export const SAMPLES = 200;

export const hex = (minimum: number, maximum = minimum): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: minimum, maxLength: maximum }).map((bytes): Hex => `0x${hexEncode(bytes)}`);

export const address = hex(20);
export const upTo = (bits: number): fc.Arbitrary<bigint> =>
  fc.oneof(fc.constant(0n), fc.constant(2n ** BigInt(bits) - 1n), fc.bigInt(0n, 2n ** BigInt(bits) - 1n));
export const nonce = fc.oneof(fc.constant(0), fc.maxSafeNat());
export const chainId = fc.integer({ min: 1, max: 2 ** 31 });
export const accessList = fc.array(fc.record({ address, storageKeys: fc.array(hex(32), { maxLength: 3 }) }), {
  maxLength: 3,
});

/** A tip and a cap that is not below it. */
export const fees = (bits: number) =>
  fc
    .tuple(upTo(bits), upTo(bits))
    .map(([a, b]) =>
      a > b ? { maxPriorityFeePerGas: b, maxFeePerGas: a } : { maxPriorityFeePerGas: a, maxFeePerGas: b },
    );

const common = { chainId, nonce, gas: upTo(63), value: upTo(256), data: hex(0, 120) };
const to = fc.option(address, { nil: undefined });

const authorization = fc.record({
  chainId: fc.nat(),
  address,
  nonce: fc.nat(),
  yParity: fc.constantFrom(0, 1),
  r: hex(32),
  s: hex(32),
});

/** Random transactions in viem's words, one arbitrary for each type. */
export const TRANSACTIONS = {
  legacy: fc.record({ type: fc.constant('legacy' as const), ...common, to, gasPrice: upTo(128) }),
  chainless: fc
    .record({ type: fc.constant('legacy' as const), ...common, to, gasPrice: upTo(128) })
    .map(({ chainId: _, ...rest }) => rest),
  eip2930: fc.record({ type: fc.constant('eip2930' as const), ...common, to, gasPrice: upTo(128), accessList }),
  eip1559: fc
    .tuple(fc.record({ type: fc.constant('eip1559' as const), ...common, to, accessList }), fees(128))
    .map(([rest, prices]) => ({ ...rest, ...prices })),
  eip4844: fc
    .tuple(
      fc.record({
        type: fc.constant('eip4844' as const),
        ...common,
        to: address,
        accessList,
        maxFeePerBlobGas: upTo(128),
        blobVersionedHashes: fc.array(
          hex(31).map((rest): Hex => `0x01${rest.slice(2)}`),
          { minLength: 1, maxLength: 6 },
        ),
      }),
      fees(128),
    )
    .map(([rest, prices]) => ({ ...rest, ...prices })),
  eip7702: fc
    .tuple(
      fc.record({
        type: fc.constant('eip7702' as const),
        ...common,
        to: address,
        accessList,
        authorizationList: fc.array(authorization, { minLength: 1, maxLength: 3 }),
      }),
      fees(128),
    )
    .map(([rest, prices]) => ({ ...rest, ...prices })),
};

/** The account of a name, the same in every run. */
export function keyOf(name: string): SigningKey {
  const privateKey = sha256(utf8Encode(name));
  return {
    curve: 'CURVE_SECP256K1',
    privateKey,
    publicKey: publicKeyOf('CURVE_SECP256K1', privateKey),
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  };
}

export const prefixed = (text: string): Hex => `0x${text}`;
