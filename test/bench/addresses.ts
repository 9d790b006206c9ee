import { blake2b } from '@noble/hashes/blake2.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha3_256 as sha3 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { taprootOutputKey } from '../../electron/crypto/curves/schnorr.ts';
import { ADDRESS_TABLE, addressOf, publicKeyOf, sha256 } from '../../electron/crypto/index.ts';
import { keccak256 } from '../../electron/crypto/keccak.ts';
import { areAlike, foldAddress, lookalikesOf } from '../../electron/engine/addresses/alike.ts';
import { bodyOf, bookOf } from '../../electron/engine/addresses/book.ts';
import { createNamer } from '../../electron/engine/naming/naming.ts';
import { atOnce } from '../../electron/storage/sqlite/index.ts';
import type { AddressFormat, Meaning, ProfileRow } from '../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { ADDRESS_LIBRARIES, type AddressLibrary, rippleLibrary } from '../peers/bench-address-libraries.ts';
import type { Contender } from './measure.ts';

/** The number of keys in turn, so high that no library answers from a cache. */
const KEYS = 64;

interface Key {
  readonly hex: string;
  readonly bytes: Buffer;
}

interface Primitive {
  readonly name: string;
  readonly run: (key: Key) => unknown;
}

const HASH160: Primitive = {
  name: 'SHA-256 and RIPEMD-160 alone',
  run: ({ bytes }) => ripemd160(sha256(bytes)),
};
const KECCAK: Primitive = { name: 'Keccak-256 of 64 bytes alone', run: () => keccak256(POINT) };
const POINT = new Uint8Array(64).fill(3);

/** The least that each address costs: its hash, its tweak, or only its letters. */
const PRIMITIVES: Readonly<Partial<Record<AddressFormat, Primitive>>> = {
  ADDRESS_FORMAT_ETHEREUM: KECCAK,
  ADDRESS_FORMAT_SOLANA: { name: 'base58 alone (@scure/base)', run: ({ bytes }) => base58.encode(bytes) },
  ADDRESS_FORMAT_COSMOS: HASH160,
  ADDRESS_FORMAT_TRON: KECCAK,
  ADDRESS_FORMAT_SUI: { name: 'BLAKE2b alone', run: ({ bytes }) => blake2b(bytes, { dkLen: 32 }) },
  ADDRESS_FORMAT_APTOS: { name: 'SHA3-256 alone', run: ({ bytes }) => sha3(bytes) },
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: HASH160,
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: HASH160,
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: { name: 'Taproot tweak alone', run: ({ hex }) => taprootOutputKey(hex) },
  ADDRESS_FORMAT_DOGE_MAINNET: HASH160,
  ADDRESS_FORMAT_XLM: { name: 'bytes of the key alone', run: ({ hex }) => hexDecode(hex) },
  ADDRESS_FORMAT_TON_V4R2: { name: 'two SHA-256 alone', run: ({ bytes }) => sha256(sha256(bytes)) },
  ADDRESS_FORMAT_XRP: HASH160,
  ADDRESS_FORMAT_SPARK_MAINNET: { name: 'bytes of the key alone', run: ({ hex }) => hexDecode(hex) },
};

/**
 * Addresses of each family, from the public key in hex: by the product, by the field's library, and by the bare
 * primitive.
 */
export async function addressGroups(): Promise<readonly { title: string; contenders: readonly Contender[] }[]> {
  const libraries: Readonly<Partial<Record<AddressFormat, AddressLibrary | null>>> = {
    ...ADDRESS_LIBRARIES,
    ADDRESS_FORMAT_XRP: await rippleLibrary(),
  };
  return (Object.entries(PRIMITIVES) as [AddressFormat, Primitive][]).map(([format, primitive]) => {
    const [curve = 'CURVE_SECP256K1'] = ADDRESS_TABLE[format].curves;
    const keys = Array.from({ length: KEYS }, (_, index) => {
      const hex = publicKeyOf(curve, sha256(utf8Encode(`bench ${index}`)));
      return { hex, bytes: Buffer.from(hex, 'hex') };
    });
    const library = libraries[format] ?? null;
    return {
      title: `Addresses, ${format}`,
      contenders: [
        overKeys('electron/crypto', keys, ({ hex }) => addressOf(format, hex, curve)),
        ...(library === null ? [] : [overKeys(library.name, keys, ({ bytes, hex }) => library.make(bytes, hex))]),
        overKeys(primitive.name, keys, primitive.run),
      ],
    };
  });
}

function overKeys(name: string, keys: readonly Key[], work: (key: Key) => unknown): Contender {
  return {
    name,
    batch(count) {
      for (let done = 0; done < count; ) {
        for (const key of keys) {
          if (done === count) return;
          work(key);
          done += 1;
        }
      }
    },
  };
}

const ENTRIES = 20_000;
const ACCOUNTS = 6_000;
/** As many as one meaning has looked up. */
const NAMED = 64;

const ethereumAddress = (text: string) =>
  ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(`0x${hexEncode(sha256(utf8Encode(text))).slice(24)}`) ?? '';

/** The addresses of one meaning among all that an operator can know: the largest address book, and as many accounts as organizations have. */
export function namingContenders(): readonly Contender[] {
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    address: ethereumAddress(`entry ${index}`),
    chain: null,
    label: `Counterparty ${index}`,
    note: 'Settles on Fridays',
    tags: ['desk'],
    allowed: false,
  }));
  const own = Array.from({ length: ACCOUNTS }, (_, index) => ({
    address: ethereumAddress(`own ${index}`),
    label: null,
  }));
  const strangers = Array.from({ length: NAMED }, (_, index) => ethereumAddress(`stranger ${index}`));
  const body = atOnce(bodyOf(entries));
  const book = atOnce(bookOf(body));
  const lookalikes = atOnce(lookalikesOf(own));
  const signed = { record: () => undefined, for: () => null, recent: () => own.slice(0, 1_000), largest: () => null };
  const namer = createNamer(
    { clock: { now: () => 0 }, signed },
    { own: () => null, lookalikes: async () => lookalikes },
    { book: async () => book },
    () => [],
  );
  const fields = strangers.map((value, index) => ({ name: `to[${index}]`, value, kind: 'address' as const }));
  const meaning = { headline: '', rows: [], decoded: { title: '', summary: fields, fields: [] } } as unknown as Meaning;
  const folded = [...entries, ...own].map(({ address }) => foldAddress(address));
  return [
    times('the largest book read and made findable', () => atOnce(bookOf(body))),
    times('a search of the largest book', () => atOnce(book.search('fridays 19999'))),
    times(`${NAMED} addresses named among ${ENTRIES + ACCOUNTS}`, () =>
      namer.nameOf({ name: 'local' } as ProfileRow, meaning),
    ),
    times('comparing each with each alone', () => {
      for (const stranger of strangers) folded.some((one) => areAlike(one, foldAddress(stranger)));
    }),
  ];
}

function times(name: string, work: () => unknown): Contender {
  return {
    name,
    async batch(count) {
      for (let done = 0; done < count; done += 1) await work();
    },
  };
}
