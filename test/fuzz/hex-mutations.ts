import fc from 'fast-check';
import './seed.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';

/** Bytes that lengths, counts and varints are made of. */
const LENGTH_BYTES = [0x00, 0x01, 0x7f, 0x80, 0x81, 0xfe, 0xff];

type Change = (bytes: number[]) => number[];

/** A place in the text, evenly distributed. A random double is almost always next to 0. */
const place = fc.nat(999_999).map((millionths) => millionths / 1_000_000);
const at = (bytes: readonly number[], where: number) => Math.floor(where * bytes.length);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(
    ([where, bit]): Change =>
      (bytes) =>
        bytes.map((byte, index) => (index === at(bytes, where) ? byte ^ (1 << bit) : byte)),
  ),
  fc.tuple(place, fc.constantFrom(...LENGTH_BYTES)).map(
    ([where, value]): Change =>
      (bytes) =>
        bytes.map((byte, index) => (index === at(bytes, where) ? value : byte)),
  ),
  place.map(
    (where): Change =>
      (bytes) =>
        bytes.slice(0, at(bytes, where)),
  ),
  fc.tuple(place, fc.array(fc.nat(255), { minLength: 1, maxLength: 12 })).map(
    ([where, more]): Change =>
      (bytes) =>
        bytes.toSpliced(at(bytes, where), 0, ...more),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 12 })).map(
    ([where, count]): Change =>
      (bytes) =>
        bytes.toSpliced(at(bytes, where), count),
  ),
  fc.tuple(place, place, fc.integer({ min: 1, max: 64 })).map(
    ([from, to, count]): Change =>
      (bytes) =>
        bytes.toSpliced(at(bytes, to), 0, ...bytes.slice(at(bytes, from), at(bytes, from) + count)),
  ),
);

/** One of the hex texts with up to three changes: flipped, cut, grown, repeated. Now and then it is left whole. */
export function mutatedHex(...samples: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 3 }))
    .map(([sample, changes]) =>
      hexEncode(Uint8Array.from(changes.reduce((bytes, one) => one(bytes), [...hexDecode(sample)]))),
    );
}

/** Texts that have nothing to do with a transaction. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('0x', '__proto__', 'constructor'),
  fc.uint8Array({ maxLength: 200 }).map(hexEncode),
);
