import type { ScriptKind } from '../../../../../electron/crypto/addresses/bitcoin.ts';
import { secp256k1PublicKey } from '../../../../../electron/crypto/curves/secp256k1.ts';
import { sha256 } from '../../../../../electron/crypto/index.ts';
import { compactSize, uint32 } from '../../../../../electron/crypto/transactions/bitcoin/numbers.ts';
import { keyScripts } from '../../../../../electron/crypto/transactions/bitcoin/scripts.ts';
import { messageHash } from '../../../../../electron/crypto/transactions/bitcoin/signed-message.ts';
import {
  type Signer,
  type SigningKey,
  signTransaction,
  verifyTransaction,
} from '../../../../../electron/crypto/transactions/index.ts';
import type { AddressFormat } from '../../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';

export const KINDS = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const;

/** A PSBT that tests change before it is written. All values are hex. `fields` maps whole keys to entries. */
export interface Draft {
  version: number;
  inputs: DraftInput[];
  outputs: DraftOutput[];
  lockTime: number;
  global: Map<string, string>;
}

export interface DraftInput {
  transactionHash: string;
  index: number;
  sequence: number;
  fields: Map<string, string>;
}

export interface DraftOutput {
  amount: bigint;
  script: string;
  fields: Map<string, string>;
}

/** A key of one repeated byte, as the account of these kinds of addresses. */
export function keyOf(byte: number, kinds: readonly ScriptKind[], network = 'MAINNET'): SigningKey {
  const privateKey = new Uint8Array(32).fill(byte);
  return {
    curve: 'CURVE_SECP256K1',
    privateKey,
    publicKey: secp256k1PublicKey(privateKey, 'compressed'),
    addressFormats: kinds.map((kind) => `ADDRESS_FORMAT_BITCOIN_${network}_${kind}` as AddressFormat),
  };
}

/** One input of each given kind, all of one key, and two outputs. */
export function draftOf(kinds: readonly ScriptKind[], publicKey: string): Draft {
  return {
    version: 2,
    inputs: kinds.map((kind, index) => inputOf(kind, publicKey, index)),
    outputs: [
      { amount: 60_000n, script: `0014${'11'.repeat(20)}`, fields: new Map() },
      { amount: 30_000n, script: `5120${'22'.repeat(32)}`, fields: new Map([['0abc', '01']]) },
    ],
    lockTime: 800_000,
    global: new Map([['fc0a', 'beef']]),
  };
}

/** An input of 100,000 satoshi by default. `salt` makes its outpoint unique. */
export function inputOf(kind: ScriptKind, publicKey: string, salt: number, amount = 100_000n): DraftInput {
  const { own, payToKeyHash } = keyScripts(publicKey);
  const run = hexEncode(payToKeyHash);
  const script = own(kind);
  const input = { transactionHash: number32(salt + 1).repeat(8), index: 1, sequence: 0xfffffffd };
  if (kind === 'P2PKH' || kind === 'P2SH') {
    const previous = previousTransaction(script, amount, salt);
    const fields = new Map([['00', previous]]);
    if (kind === 'P2SH') fields.set('04', run);
    return { ...input, transactionHash: doubleHash(previous), fields };
  }
  const fields = new Map([['01', outputBytes(amount, script)]]);
  if (kind === 'P2WSH') fields.set('05', run);
  return { ...input, fields };
}

/** The SegWit or Taproot input with the previous transaction that proves its amount. */
export function provenInput(kind: ScriptKind, owner: string, salt: number, amount = 100_000n): DraftInput {
  const input = inputOf(kind, owner, salt, amount);
  const previous = previousTransaction(keyScripts(owner).own(kind), amount, salt);
  input.fields.set('00', previous);
  return { ...input, transactionHash: doubleHash(previous) };
}

/** The PSBT of a BIP-322 to_sign transaction, with to_spend and the message in it. */
export function messageDraft(message: Uint8Array, script: string): Draft {
  const hash = hexEncode(messageHash(message));
  const toSpend = `0000000001${'00'.repeat(32)}ffffffff220020${hash}0000000001${outputBytes(0n, script)}00000000`;
  const fields = new Map([
    ['00', toSpend],
    ['01', outputBytes(0n, script)],
  ]);
  return {
    version: 0,
    inputs: [{ transactionHash: doubleHash(toSpend), index: 0, sequence: 0, fields }],
    outputs: [{ amount: 0n, script: '6a', fields: new Map() }],
    lockTime: 0,
    global: new Map([['09', hexEncode(message)]]),
  };
}

/** A transaction without witness whose output 1 has the script. */
export function previousTransaction(script: string, amount: bigint, salt: number): string {
  const spends = `${number32(salt)}${'00'.repeat(28)}0000000000ffffffff`;
  return `0200000001${spends.padStart(82, '0')}02${outputBytes(5n, '6a')}${outputBytes(amount, script)}00000000`;
}

export function doubleHash(bytes: string): string {
  return hexEncode(sha256(sha256(hexDecode(bytes))));
}

export function outputBytes(amount: bigint, script: string): string {
  const number = amount.toString(16).padStart(16, '0');
  return `${reverse(number)}${sized(script)}`;
}

/** The transaction of a draft, without signatures. */
export function unsignedTransaction({ version, inputs, outputs, lockTime }: Draft): string {
  const ins = inputs.map(
    ({ transactionHash, index, sequence }) => `${transactionHash}${number32(index)}00${number32(sequence)}`,
  );
  const outs = outputs.map(({ amount, script }) => outputBytes(amount, script));
  return [number32(version), size(ins.length), ...ins, size(outs.length), ...outs, number32(lockTime)].join('');
}

/** Returns the PSBT of a draft. A global field `00` replaces the draft's transaction. An empty one omits it. */
export function writeDraft(draft: Draft): string {
  const global = new Map([['00', unsignedTransaction(draft)], ...draft.global]);
  if (global.get('00') === '') global.delete('00');
  const maps = [global, ...draft.inputs.map(({ fields }) => fields), ...draft.outputs.map(({ fields }) => fields)];
  return `70736274ff${maps.map(writeMap).join('')}`;
}

export function writeMap(fields: Iterable<readonly [string, string]>): string {
  return `${[...fields].map(([key, value]) => `${sized(key)}${sized(value)}`).join('')}00`;
}

/** The PSBT of a draft in version 2 (BIP-370), with the lock time as the fallback. */
export function writeDraft2({ version, inputs, outputs, lockTime, global }: Draft): string {
  const first = new Map([
    ['02', number32(version)],
    ['03', number32(lockTime)],
    ['04', size(inputs.length)],
    ['05', size(outputs.length)],
    ['fb', '02000000'],
    ...global,
  ]);
  const ins = inputs.map(
    ({ transactionHash, index, sequence, fields }) =>
      new Map([...fields, ['0e', transactionHash], ['0f', number32(index)], ['10', number32(sequence)]]),
  );
  const outs = outputs.map(
    ({ amount, script, fields }) => new Map([['03', outputBytes(amount, '').slice(0, 16)], ['04', script], ...fields]),
  );
  return `70736274ff${[first, ...ins, ...outs].map(writeMap).join('')}`;
}

/** Hex with its size in front. */
export function sized(hex: string): string {
  return `${size(hex.length / 2)}${hex}`;
}

function size(value: number): string {
  return hexEncode(compactSize(value));
}

function number32(value: number): string {
  return hexEncode(uint32(value));
}

function reverse(hex: string): string {
  return hexEncode(hexDecode(hex).reverse());
}

/** The code and message of the error that the work throws. */
export function thrown(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return `${(error as { code: string }).code} ${(error as Error).message}`;
  }
  throw new Error('nothing was thrown');
}

export function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('there is none');
  return item;
}

export const TYPE = 'TRANSACTION_TYPE_BITCOIN';
/** The account of these tests in every kind, and a stranger's. */
export const key = keyOf(7, KINDS);
export const stranger = keyOf(9, KINDS);
export const { publicKey } = key;
/** The key of the account's own signature in an input. */
export const PARTIAL = `02${publicKey}`;

export const sign = (psbt: string, signer = key) => signTransaction(TYPE, psbt, signer);
export const verify = (asked: string, signed: string, signer: Signer = key) =>
  verifyTransaction(TYPE, asked, signed, signer);
