import { getAddress, TypedDataEncoder } from 'ethers';
import fc from 'fast-check';
import { hashTypedData, recoverAddress, type TypedDataDefinition } from 'viem';
import { expect, test } from 'vitest';
import { addressOf, describePayload, publicKeyOf, signRawPayload } from '../../electron/crypto/index.ts';
import '../fuzz/seed.ts';

interface Member {
  readonly name: string;
  readonly type: string;
}
interface Sample {
  readonly domain: Record<string, unknown>;
  readonly types: Record<string, Member[]>;
  readonly primaryType: string;
  readonly message: Record<string, unknown>;
}

const hex = (bytes: number, more = bytes) =>
  fc.uint8Array({ minLength: bytes, maxLength: more }).map((value) => `0x${Buffer.from(value).toString('hex')}`);
const address = fc.oneof(hex(20), hex(20).map(getAddress));
const size = fc.integer({ min: 1, max: 32 });
const ATOMS = fc.oneof(
  fc.constantFrom('bool', 'string', 'bytes', 'address', 'uint256', 'int256', 'uint8', 'int8'),
  size.map((bytes) => `bytes${bytes}`),
  size.map((bytes) => `uint${bytes * 8}`),
  size.map((bytes) => `int${bytes * 8}`),
);
const DOMAIN: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/** A number in one of the spellings that JSON carries. */
function integer(type: string): fc.Arbitrary<unknown> {
  const bits = BigInt(type.replace(/\D/g, ''));
  const signed = type.startsWith('int');
  const min = signed ? -(1n << (bits - 1n)) : 0n;
  const max = (1n << (signed ? bits - 1n : bits)) - 1n;
  const value = fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max, max - 1n, 0n));
  return fc.tuple(value, fc.nat(2)).map(([number, spelling]) => {
    if (spelling === 0 && number >= -9007199254740991n && number <= 9007199254740991n) return Number(number);
    return spelling === 1 && number >= 0n ? `0x${number.toString(16)}` : number.toString();
  });
}

function value(type: string, types: Record<string, Member[]>): fc.Arbitrary<unknown> {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (item !== undefined) {
    const count = length === '' ? { maxLength: 3 } : { minLength: Number(length), maxLength: Number(length) };
    return fc.array(value(item, types), count);
  }
  if (types[type] !== undefined) return struct(type, types);
  if (type === 'bool') return fc.boolean();
  if (type === 'string') return fc.string({ unit: 'grapheme' });
  if (type === 'bytes') return hex(0, 70);
  if (type === 'address') return address;
  if (type.startsWith('bytes')) return hex(Number(type.slice(5)));
  return integer(type);
}

function struct(name: string, types: Record<string, Member[]>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries((types[name] ?? []).map((member) => [member.name, value(member.type, types)])), {
    noNullPrototype: true,
  });
}

const suffix = fc.constantFrom('', '', '[]', '[2]', '[][1]', '[2][]');
/** Three types, each leading to the next, all reached from the first. The names are not in the order of use. */
const typed = fc
  .tuple(
    ...[2, 1, 0].map((next) =>
      fc.tuple(fc.array(fc.tuple(ATOMS, suffix), { maxLength: 4 }), suffix, fc.constant(next)),
    ),
  )
  .map((levels) => {
    const names = ['Order', 'Zebra', 'Asset'];
    return Object.fromEntries(
      levels.map(([atoms, end], level) => {
        const members = atoms.map(([type, array], index) => ({ name: `m${index}`, type: `${type}${array}` }));
        const next = names[level + 1];
        return [
          names[level] ?? '',
          next === undefined ? members : [...members, { name: 'next', type: `${next}${end}` }],
        ];
      }),
    );
  });
const sample: fc.Arbitrary<Sample> = fc.tuple(typed, fc.subarray([...DOMAIN])).chain(([structs, domainType]) => {
  const types: Record<string, Member[]> = { EIP712Domain: domainType, ...structs };
  return fc
    .tuple(struct('EIP712Domain', types), struct('Order', types))
    .map(([domain, message]) => ({ domain, types, primaryType: 'Order', message }));
});

const digestOf = (text: string) =>
  describePayload('PAYLOAD_ENCODING_EIP712', text)?.fields.find(({ name }) => name === 'digest')?.value;

test('any typed data hashes as viem and ethers hash it', () => {
  fc.assert(
    fc.property(sample, (data) => {
      const digest = digestOf(JSON.stringify(data));
      const { EIP712Domain: _domain, ...types } = data.types;
      expect(digest).toBe(hashTypedData(data as unknown as TypedDataDefinition));
      expect(digest).toBe(TypedDataEncoder.hash(data.domain, types, data.message));
    }),
    { numRuns: 500 },
  );
});

test('a domain as the primary type hashes as viem hashes it', () => {
  fc.assert(
    fc.property(sample, ({ domain, types }) => {
      const data = { domain, types, primaryType: 'EIP712Domain', message: {} };
      expect(digestOf(JSON.stringify(data))).toBe(hashTypedData(data as unknown as TypedDataDefinition));
    }),
    { numRuns: 50 },
  );
});

test('ethers and viem send the data that they hash', async () => {
  const privateKey = new Uint8Array(32).fill(5);
  const signer = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', privateKey));
  await fc.assert(
    fc.asyncProperty(sample, async (data) => {
      const { EIP712Domain: _domain, ...types } = data.types;
      const payload = JSON.stringify(TypedDataEncoder.getPayload(data.domain, types, data.message));
      const { r, s, v } = signRawPayload({
        curve: 'CURVE_SECP256K1',
        payload,
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
        privateKey,
      });
      const hash = hashTypedData(data as unknown as TypedDataDefinition);
      expect(await recoverAddress({ hash, signature: `0x${r}${s}${v}` })).toBe(signer);
    }),
    { numRuns: 100 },
  );
});
