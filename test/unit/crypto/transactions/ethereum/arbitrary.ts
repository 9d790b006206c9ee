import fc from 'fast-check';
import '../../../../fuzz/seed.ts';
import { publicKeyOf } from '../../../../../electron/crypto/index.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../../../../electron/crypto/transactions/ethereum/rlp.ts';
import type { Field, Shape } from '../../../../../electron/crypto/transactions/ethereum/shapes.ts';
import { LEGACY, TYPED } from '../../../../../electron/crypto/transactions/ethereum/types.ts';
import type { SigningKey } from '../../../../../electron/crypto/transactions/rule.ts';
import { KEY_AUTHORIZATION, TEMPO_FIELDS } from '../../../../../electron/crypto/transactions/tempo/fields.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';

/** The development account of Hardhat and Anvil. */
export function developmentKey(): SigningKey {
  const privateKey = hexDecode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
  return { curve: 'CURVE_SECP256K1', publicKey, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'], privateKey };
}

export const bytes = (minimum: number, maximum = minimum): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: minimum, maxLength: maximum });

/** Any RLP item up to a depth. */
export const rlpItem: fc.Arbitrary<RlpItem> = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ maxDepth: 6, withCrossShrink: true }, bytes(0, 70), fc.array(tie('item'), { maxLength: 5 })),
})).item;

/** Items that a declaration allows. Rules between fields are not kept. */
export function itemOf(shape: Shape): fc.Arbitrary<RlpItem> {
  switch (shape.is) {
    case 'uint': {
      const maximum = shape.maximum ?? 2n ** BigInt(shape.bits) - 1n;
      return fc
        .oneof(
          fc.constantFrom(0n, 1n, 127n, 128n, maximum).filter((n) => n <= maximum),
          fc.bigInt(0n, maximum),
        )
        .map(numberBytes);
    }
    case 'address':
      return shape.optional ? fc.oneof(bytes(20), bytes(0)) : bytes(20);
    case 'bytes':
      return shape.length === undefined
        ? bytes(0, 70)
        : fc.oneof(bytes(shape.length), bytes(shape.optional ? 0 : shape.length));
    case 'list':
      return fc.array(itemOf(shape.of), { minLength: shape.minimum, maxLength: 3 });
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...shape.fields.map((field) => itemOf(field.shape))),
          fc.integer({ min: shape.required, max: 99 }),
        )
        .map(([items, count]) => items.slice(0, count));
    case 'either':
      return fc.oneof(itemOf(shape.string), itemOf(shape.list));
  }
}

const itemsOf = (fields: readonly Field[]) => fc.tuple(...fields.map(({ shape }) => itemOf(shape)));
const typed = (byte: number, items: readonly RlpItem[]) => hexEncode(Uint8Array.of(byte, ...rlpEncode(items)));
const empty = new Uint8Array(0);

/** Unsigned Ethereum transactions of every type as hex. Some break a rule between fields. */
export const ethereumText: fc.Arbitrary<string> = fc.oneof(
  ...TYPED.map(({ byte, fields }) => itemsOf(fields).map((items) => typed(byte ?? 0, items))),
  itemsOf(LEGACY.fields).map((items) => hexEncode(rlpEncode(items))),
  fc
    .tuple(itemsOf(LEGACY.fields), fc.bigInt(1n, 2n ** 63n))
    .map(([items, chain]) => hexEncode(rlpEncode([...items, numberBytes(chain), empty, empty]))),
);

/** Unsigned Tempo transactions as hex. Some break a rule between fields. */
export const tempoText: fc.Arbitrary<string> = fc
  .tuple(itemsOf(TEMPO_FIELDS), fc.option(itemOf(KEY_AUTHORIZATION), { nil: undefined }))
  .map(([items, key]) => typed(0x76, key === undefined ? items : [...items, key]));

/** Small damage to the bytes behind a text: a byte changed, bytes cut off, put in or put after. */
export function damaged(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(), fc.nat(255), fc.constantFrom('change', 'cut', 'insert', 'append'))
    .map(([hex, at, byte, how]) => {
      const whole = hexDecode(hex);
      const index = at % whole.length;
      const extra = Uint8Array.of(byte);
      if (how === 'change') whole[index] = byte;
      if (how === 'cut') return hexEncode(whole.subarray(0, index));
      if (how === 'insert')
        return hexEncode(whole.subarray(0, index)) + hexEncode(extra) + hexEncode(whole.subarray(index));
      return hexEncode(whole) + (how === 'append' ? hexEncode(extra) : '');
    });
}

/** Every string and every empty list inside an item, with a copy of the item in which that one is replaced. */
export function leavesOf(
  item: RlpItem,
  replace: (leaf: RlpItem) => RlpItem = (leaf) => leaf,
): { leaf: RlpItem; put: (leaf: RlpItem) => RlpItem }[] {
  if (item instanceof Uint8Array || item.length === 0) return [{ leaf: item, put: replace }];
  return item.flatMap((entry, index) => leavesOf(entry, (leaf) => replace(item.with(index, leaf))));
}
