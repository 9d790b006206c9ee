/** Forms that are recognized by their first bytes or their shape, and not decoded. Each is signed only as an unknown. */
import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type ContentMeaning, danger } from '../../meaning.ts';
import { isUtf8, join } from '../../native.ts';
import { credentialIn } from './credentials.ts';
import { type Form, startsWith, undecoded } from './form.ts';
import { ED25519, EVERY_CURVE, HASHED, type Keys, SHA256 } from './keys.ts';
import { NETWORKS } from './stellar/networks.ts';

/** The effect of a signature over the bytes. */
const EFFECTS = {
  transaction: 'anyone with the signature can send it',
  message: 'what it says is not known',
  token: 'anyone with the signature can act as this key',
} as const;

interface Marked extends Keys {
  /** As in "a transaction of Aptos". */
  readonly name: string;
  readonly effect: keyof typeof EFFECTS;
  matches(bytes: Uint8Array): boolean;
}

const hex = (digits: string) => (bytes: Uint8Array) => startsWith(bytes, hexDecode(digits));
const text = (letters: string) => (bytes: Uint8Array) => startsWith(bytes, utf8Encode(letters));
const either =
  (...tests: readonly Marked['matches'][]) =>
  (bytes: Uint8Array) =>
    tests.some((matches) => matches(bytes));

/** Hashes of the first blocks, which every extrinsic that is signed has in it. */
const POLKADOT = {
  Polkadot: '91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  'Polkadot Asset Hub': '68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
  Kusama: 'b0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
  Westend: 'e143f23803ac50e8f6f8e62695d1ce9e4e1d68aa36c1cd2cfd15340213f3423e',
} as const;

/** Chain ids, which precede a transaction of these chains. */
const ANTELOPE = {
  EOS: 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906',
  WAX: '1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4',
  Telos: '4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11',
  Hive: `beeab0de${'00'.repeat(28)}`,
} as const;

/** SHA-256 of "TapSighash" and of "BIP0322-signed-message": tagged hashes begin with the tag's hash twice (BIP-340). */
const TAP_SIGHASH = 'f40a48df4b2a70c8b4924bf2654661ed3d95fd66a313eb87237597c628e4a031';

const MARKED: readonly Marked[] = [
  {
    name: 'a transaction of Stellar',
    effect: 'transaction',
    ...ED25519,
    // An approval of a call of a contract, by its network or its account, and a transaction without its network.
    matches: either(
      ...Object.keys(NETWORKS).flatMap((id) => [hex(`00000009${id}`), hex(`0000000a${id}`)]),
      (bytes) => bytes.length > 64 && hex('0000000200000000')(bytes),
    ),
  },
  {
    name: 'cells of TON in an older form',
    effect: 'transaction',
    ...ED25519,
    matches: either(hex('68ff65f3'), hex('acc3a728')),
  },
  {
    name: 'a request of TON Connect behind its hash',
    effect: 'message',
    ...ED25519,
    matches: (bytes) => startsWith(bytes, join(Uint8Array.of(0xff, 0xff), utf8Encode('ton-connect'))),
  },
  { name: 'a transaction of NEAR', effect: 'transaction', ...EVERY_CURVE, matches: isNear },
  {
    name: 'a transaction of NEAR for a relayer (NEP-366)',
    effect: 'transaction',
    ...EVERY_CURVE,
    matches: hex('6e010040'),
  },
  { name: 'a message of NEAR (NEP-413)', effect: 'message', ...EVERY_CURVE, matches: hex('9d010080') },
  { name: 'a transaction of Cardano', effect: 'transaction', ...ED25519, matches: isCardano },
  {
    name: 'a message of Cardano (CIP-8)',
    effect: 'message',
    ...ED25519,
    matches: (bytes) => startsWith(bytes.subarray(1), join(Uint8Array.of(0x6a), utf8Encode('Signature1'))),
  },
  ...Object.entries(POLKADOT).map(
    ([chain, genesis]): Marked => ({
      name: `a transaction of ${chain}`,
      effect: 'transaction',
      ...ED25519,
      matches: (bytes) => bytes.length > 64 && bytes.length < 65_536 && hexEncode(bytes).includes(genesis),
    }),
  ),
  {
    name: 'a transaction of Algorand',
    effect: 'transaction',
    ...ED25519,
    // "TX" before a map of MessagePack, or "Program" before the version of a program that may spend.
    matches: either(
      (bytes) => text('TX')(bytes) && ((bytes[2] ?? 0) >> 4 === 8 || bytes[2] === 0xde),
      (bytes) => text('Program')(bytes) && (bytes[7] ?? 0xff) < 0x20,
    ),
  },
  {
    name: 'an operation of Tezos',
    effect: 'transaction',
    ...ED25519,
    matches: (bytes) => bytes[0] === 0x03 && bytes.length > 60 && (bytes[33] ?? 0) >= 0x6b && (bytes[33] ?? 0) <= 0x74,
  },
  {
    name: 'a batch of transactions of the XRP Ledger',
    effect: 'transaction',
    ...ED25519,
    matches: text('BCH\0'),
  },
  {
    name: 'a call of the Internet Computer',
    effect: 'transaction',
    ...EVERY_CURVE,
    matches: either(text('\u000aic-request'), text('\u001aic-request-auth-delegation')),
  },
  {
    name: 'a transaction of Hedera',
    effect: 'transaction',
    curves: [...ED25519.curves, ...HASHED.curves],
    hashFunctions: [...ED25519.hashFunctions, ...HASHED.hashFunctions],
    matches: isHedera,
  },
  { name: 'a transaction of MultiversX', effect: 'transaction', ...ED25519, matches: isMultiversX },
  { name: 'a transaction of Flow', effect: 'transaction', ...SHA256, matches: text('FLOW-V0.0-transaction\0') },
  { name: 'a message of Flow', effect: 'message', ...SHA256, matches: text('FLOW-V0.0-user\0') },
  { name: 'structured data of Stacks (SIP-018)', effect: 'message', ...SHA256, matches: text('SIP018') },
  ...Object.entries(ANTELOPE).map(
    ([chain, id]): Marked => ({
      name: `a transaction of ${chain}`,
      effect: 'transaction',
      ...SHA256,
      matches: hex(id),
    }),
  ),
  {
    name: 'a transaction of Bitcoin (Taproot)',
    effect: 'transaction',
    ...SHA256,
    matches: hex(TAP_SIGHASH + TAP_SIGHASH),
  },
  { name: 'a file or a commit (SSH)', effect: 'token', ...EVERY_CURVE, matches: text('SSHSIG') },
  {
    name: 'a login over SSH',
    effect: 'token',
    ...EVERY_CURVE,
    // A session id of 32 or 64 bytes, then the number of the request for user authentication.
    matches: either(
      (bytes) => hex('00000020')(bytes) && bytes[36] === 0x32,
      (bytes) => hex('00000040')(bytes) && bytes[68] === 0x32,
    ),
  },
];

/** The table of recognized forms, as forms. */
export const MARKED_FORMS: readonly Form[] = MARKED.map(({ name, effect, curves, hashFunctions, matches }) => ({
  name,
  curves,
  hashFunctions,
  read: (bytes) => (matches(bytes) ? marked(bytes, name, effect) : null),
}));

/** Describes a request or a token that no form explains. Any key and hash function signs one. */
export function readCredential(bytes: Uint8Array): ContentMeaning | null {
  const name = credentialIn(bytes);
  return name === null ? null : marked(bytes, name, 'token');
}

function marked(bytes: Uint8Array, name: string, effect: keyof typeof EFFECTS): ContentMeaning {
  return undecoded(bytes, {
    title: `${name.replace(/^an? /, '').replace(/^./, (letter) => letter.toUpperCase())}, not decoded`,
    step: `Sign ${name} that is not decoded`,
    finding: danger(`These bytes are ${name}, which is not decoded here: ${EFFECTS[effect]}.`),
  });
}

/** Borsh: account, key, nonce, account, hash of a block, at least one action. */
function isNear(bytes: Uint8Array): boolean {
  const account = (at: number): number | null => {
    const length = bytes[at] ?? 0;
    const name = bytes.subarray(at + 4, at + 4 + length);
    const isShort = bytes[at + 1] === 0 && bytes[at + 2] === 0 && bytes[at + 3] === 0;
    const isName = name.length === length && /^[a-z0-9._-]{2,64}$/.test(String.fromCharCode(...name));
    return isShort && isName ? at + 4 + length : null;
  };
  const key = account(0);
  if (key === null) return false;
  const keyLength = [32, 64][bytes[key] ?? 2];
  const receiver = keyLength === undefined ? null : account(key + 1 + keyLength + 8);
  return receiver !== null && bytes.length > receiver + 32 + 4;
}

/** The body of a transaction: a map whose first key is 0, the inputs, each a hash of 32 bytes and an index. */
function isCardano(bytes: Uint8Array): boolean {
  const [map = 0, key, list = 0] = bytes;
  if (map < 0xa3 || map > 0xb7 || key !== 0) return false;
  const inputs = hexEncode(bytes.subarray(2, 5)) === 'd90102' ? bytes.subarray(5) : bytes.subarray(2);
  const isList = inputs === bytes ? list : (inputs[0] ?? 0);
  return isList >= 0x81 && isList <= 0x9f && hexEncode(inputs.subarray(1, 4)) === '825820';
}

/** Protobuf: a transaction id that begins with a time, an account of a node, a fee. */
function isHedera(bytes: Uint8Array): boolean {
  const [tag, idLength = 0, time] = bytes;
  const node = 2 + idLength;
  const nodeLength = bytes[node + 1] ?? 0;
  return (
    tag === 0x0a &&
    idLength < 0x80 &&
    time === 0x0a &&
    bytes[node] === 0x12 &&
    nodeLength < 0x80 &&
    bytes[node + 2 + nodeLength] === 0x18
  );
}

/** The members of a transaction of MultiversX, whose nodes verify this very JSON. */
const MULTIVERSX = ['nonce', 'receiver', 'sender', 'gasPrice', 'gasLimit', 'chainID'];

function isMultiversX(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x7b || !isUtf8(bytes)) return false;
  const json = utf8Decode(bytes);
  return MULTIVERSX.every((name) => json.includes(`"${name}"`));
}
