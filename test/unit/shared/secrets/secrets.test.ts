import { base58, base64, createBase58check } from '@scure/base';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../electron/crypto/index.ts';
import { findSecret, type SecretKind } from '../../../../shared/secrets/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import bip32 from '../../../vectors/bip-32.json' with { type: 'json' };
import bip39 from '../../../vectors/bip-39.json' with { type: 'json' };
import bip49 from '../../../vectors/bip-49.json' with { type: 'json' };
import bip84 from '../../../vectors/bip-84.json' with { type: 'json' };
import rfc8032 from '../../../vectors/rfc-8032.json' with { type: 'json' };

const base58check = createBase58check(sha256);
const PHRASES = bip39.words.filter(([language]) => language?.endsWith('_ENGLISH')).map(([, , words]) => words ?? '');
const EXTENDED = [...bip32.keys, ...bip49.keys, ...bip84.keys].flatMap(({ extendedPrivate }) => extendedPrivate ?? []);
const EXTENDED_PUBLIC = [...bip32.keys, ...bip49.keys].flatMap(({ extendedPublic }) => extendedPublic ?? []);
/** The last one is the example of the Bitcoin wiki ("Wallet import format"), for an uncompressed point. */
const WIF = [
  ...[...bip49.keys, ...bip84.keys].flatMap(({ wif }) => wif ?? []),
  '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
];
const PAIRS = rfc8032.vectors.map(({ privateKey, publicKey }) => hexDecode(privateKey + publicKey));
/** RFC 8410, section 10.3. */
const PEM = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
`;
/** The private versions of SLIP-132 and its table of registered chains. */
const VERSIONS =
  '0488ade4 049d7878 04b2430c 0295b005 02aa7a99 04358394 044a4e28 045f18bc 024285b5 02575048 019d9cfe 01b26792 0436ef7d'.split(
    ' ',
  );

const kindOf = (text: string) => findSecret(text)?.kind ?? null;

const SECRETS: readonly (readonly [SecretKind, readonly string[]])[] = [
  ['mnemonic', PHRASES],
  ['wif', WIF],
  ['extended', EXTENDED],
  ['solana', [...PAIRS.map((pair) => base58.encode(pair)), ...PAIRS.map((pair) => JSON.stringify([...pair]))]],
  ['pem', [PEM, PEM.replaceAll('\n', ' '), PEM.replaceAll(' PRIVATE', ' EC PRIVATE')]],
];

describe.each(SECRETS)('a secret of the kind %s', (kind, texts) => {
  it('is found alone, within spaces, and inside other text', () => {
    for (const text of texts) {
      expect([kindOf(text), kindOf(`\n\t ${text} \r\n`), kindOf(`{"key":"${text}"}`)]).toEqual([kind, kind, kind]);
      expect(kindOf(`Here it is: ${text}; do not tell.`)).toBe(kind);
    }
  });

  it('is found with soft hyphens and full-width letters', () => {
    for (const text of texts) {
      expect(kindOf(`${text.slice(0, -20)}\u00ad${text.slice(-20, -2)}\u200b${text.slice(-2)}`)).toBe(kind);
      expect(kindOf(text.replace(/[a-z0-9]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)))).toBe(kind);
    }
  });
});

describe('a recovery phrase', () => {
  it.each([12, 15, 18, 21, 24])('of %d words is found only with the right checksum', (length) => {
    const words = entropyToMnemonic(new Uint8Array((length * 4) / 3).fill(0x5a), wordlist).split(' ');
    expect(words).toHaveLength(length);
    expect(kindOf(words.join(' '))).toBe('mnemonic');
    // The checksum is the last bits of the last word: of the words that share its other bits one is right.
    const last = wordlist.indexOf(words.at(-1) ?? '');
    const others = wordlist.slice((last >> 4) << 4, ((last >> 4) + 1) << 4).filter((word) => word !== words.at(-1));
    if (length === 12) for (const word of others) expect(kindOf([...words.slice(0, -1), word].join(' '))).toBeNull();
    if (length === 12) expect(kindOf(words.slice(1).join(' '))).toBeNull();
  });

  it('is found in capitals, over several lines, numbered and after a label', () => {
    const [phrase = ''] = PHRASES.slice(1);
    const words = phrase.split(' ');
    const numbered = words.map((word, index) => `${index + 1}. ${word}`).join('\n');
    expect([phrase.toUpperCase(), words.join('\n'), words.join(', '), numbered, `seed: ${phrase}`].map(kindOf)).toEqual(
      Array(5).fill('mnemonic'),
    );
  });
});

describe('a recovery phrase beside other listed words', () => {
  const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

  it.each(PHRASES)('is found after a label, before words, and twice: %s', (phrase) => {
    const texts = [
      `my wallet seed\n${phrase}`,
      `wallet seed ${phrase}`,
      `${phrase} ${phrase}`,
      `${phrase}\nthis is my wallet seed`,
      `${phrase} keep secret`,
      `about ${phrase} about ${phrase} about`,
    ];
    expect(texts.map(kindOf)).toEqual(texts.map(() => 'mnemonic'));
  });

  it('is not found with another word inside, or with a missing word', () => {
    expect(kindOf(PHRASE.replace('wave', 'and wave'))).toBeNull();
    expect(kindOf(PHRASE.replace('wave ', ''))).toBeNull();
  });

  it('is found after a megabyte of prose, within a time limit', () => {
    const prose = 'The operator must read and sign each transfer of the wallet, then lock it. '.repeat(14_000);
    expect([kindOf(prose), kindOf(prose + PHRASE)]).toEqual([null, 'mnemonic']);
    // Every phrase in it has a wrong checksum.
    expect([kindOf('zoo '.repeat(2_000)), kindOf('zoo '.repeat(250_000))]).toEqual([null, 'mnemonic']);
  });
});

it('finds extended keys of every version of SLIP-132, and no public one', () => {
  const payload = base58check.decode(EXTENDED[0] ?? '');
  for (const version of VERSIONS) {
    const bytes = Uint8Array.from([...hexDecode(version), ...payload.subarray(4)]);
    expect(kindOf(base58check.encode(bytes))).toBe('extended');
  }
  expect(EXTENDED_PUBLIC.map(kindOf)).toEqual(EXTENDED_PUBLIC.map(() => null));
});

it('asks about 64 hexadecimal digits and nothing longer or shorter', () => {
  const digits = rfc8032.vectors[0]?.privateKey ?? '';
  expect(
    [digits, `0x${digits.toUpperCase()}\n`, `${digits}0`, digits.slice(1), `${digits} ${digits}`].map(kindOf),
  ).toEqual(['hex', 'hex', null, null, null]);
});

describe('no false alarm', () => {
  it('is caused by a typing error in the checksum or the public half', () => {
    const flipped = (text: string, index: number) =>
      `${text.slice(0, index)}${text[index] === '2' ? '3' : '2'}${text.slice(index + 1)}`;
    for (const text of [...WIF, ...EXTENDED, ...PAIRS.map((pair) => base58.encode(pair))])
      expect([flipped(text, text.length - 1), flipped(text, text.length >> 1)].map(kindOf)).toEqual([null, null]);
  });

  it('is caused by addresses, signatures, public keys, words about keys and everyday text', () => {
    const signatures = rfc8032.vectors.map(({ signature }) => base58.encode(hexDecode(signature)));
    const harmless = [
      ...signatures,
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '-----BEGIN PRIVATE KEY----- is how such a file begins.',
      `-----BEGIN PUBLIC KEY-----\n${base64.encode(new Uint8Array(44))}\n-----END PUBLIC KEY-----`,
      'Castellan keeps the gate.',
      '',
    ];
    expect(harmless.map(kindOf)).toEqual(harmless.map(() => null));
  });

  it('is caused by random text or bytes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(kindOf(text)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 37, maxLength: 82 }), (bytes) => {
        // 64 zero bytes are 64 times the digit 1, which is the one guess.
        expect([null, 'hex']).toContain(kindOf(base58.encode(bytes)));
      }),
      { numRuns: 300 },
    );
  });
});
