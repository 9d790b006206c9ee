/**
 * Finds the outputs of a PSBT that return to the signer. Choice (psbt-change): a PSBT's statements about keys prove
 * nothing, because its maker can write any fingerprint beside any key. The signer's own address is proof. So is an
 * extended public key that leads both to the signer's key and to the output's key: both have one owner.
 */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { KINDS, knownScript } from '../../addresses/bitcoin.ts';
import { convertPoint } from '../../curves/libsecp256k1.ts';
import { HARDENED } from '../../derivation/nodes.ts';
import { derivePublic, type PublicNode } from '../../derivation/public.ts';
import { join } from '../../native.ts';
import { littleEndian } from '../byte-reader.ts';
import { sameBytes } from '../reading.ts';
import { GLOBAL, INPUT, OUTPUT, type PsbtEntry, type PsbtMap } from './fields.ts';
import type { Psbt } from './psbt.ts';
import { keyScripts } from './scripts.ts';

/** Limits of the work. A wallet has one extended key and one or two outputs of its own. */
const MOST_EXTENDED_KEYS = 8;
const MOST_DERIVED = 64;
const MOST_STEPS = 4;

/** A key, the fingerprint of its master key, and its derivation path. */
export interface KeyOrigin {
  /** Compressed, or for Taproot the 32-byte x-only key. */
  readonly key: Uint8Array;
  /** Four bytes in hex. */
  readonly fingerprint: string;
  readonly path: readonly number[];
  /** The hashes of the leaves that use it, for Taproot. */
  readonly leaves: Uint8Array;
}

export interface Returned {
  /** Outputs that are proven to come back, with the origin of the key where that is the proof. */
  readonly proven: ReadonlyMap<number, KeyOrigin | null>;
  /** Outputs that are change by the PSBT's word only. */
  readonly claimed: ReadonlyMap<number, KeyOrigin>;
  /** Proven outputs whose key is at a place where wallets do not look. */
  readonly remote: readonly number[];
}

/** Choice (change-place): wallets look for coins at the receiving and change chains of an account, up to this index. */
const MOST_INDEX = 50_000;

/** Returns true when a key is in the account of the signer, at a place where wallets look. */
function isUsual({ path }: KeyOrigin, signer: KeyOrigin | undefined): boolean {
  const [chain = 0, index = 0] = path.slice(-2);
  const account = path.slice(0, -2);
  const isAccount = path.length === signer?.path.length && account.every((step, at) => step === signer.path[at]);
  return isAccount && chain <= 1 && index < MOST_INDEX;
}

/** The outputs that come back to the owner of an output script (hex). */
export function returnedOutputs({ transaction, global, inputs, outputs, spent }: Psbt, ownScript: string): Returned {
  const proven = new Map<number, KeyOrigin | null>();
  const claimed = new Map<number, KeyOrigin>();
  const ownInputs = inputs.filter((_, index) => hexEncode(spent[index]?.script ?? new Uint8Array()) === ownScript);
  const signer = ownInputs.flatMap(inputOrigins).find(({ key }) => scriptsOf(key).includes(ownScript));
  const trusted = signer === undefined ? [] : extendedKeys(global).filter((node) => leadsTo(node, signer));
  let left = MOST_DERIVED;
  transaction.outputs.forEach(({ script }, index) => {
    if (hexEncode(script) === ownScript) {
      proven.set(index, null);
      return;
    }
    const origins = outputOrigins(outputs[index]).filter(({ fingerprint }) => fingerprint === signer?.fingerprint);
    for (const origin of origins.slice(0, 1)) {
      left -= 1;
      const isOwn =
        left >= 0 &&
        knownScript(script) !== null &&
        trusted.some((node) => leadsTo(node, origin)) &&
        scriptsOf(origin.key).includes(hexEncode(script));
      if (isOwn) proven.set(index, origin);
      else claimed.set(index, origin);
    }
  });
  const remote = [...proven].flatMap(([index, origin]) => (origin === null || isUsual(origin, signer) ? [] : [index]));
  return { proven, claimed, remote };
}

/** `m/84'/0'/0'/1/5`. */
export function pathText(path: readonly number[]): string {
  return ['m', ...path.map((step) => (step >= HARDENED ? `${step - HARDENED}'` : String(step)))].join('/');
}

/** Returns the origin that a bip32_derivation or tap_bip32_derivation entry states, or null for a malformed value. */
export function originOf({ key, value }: PsbtEntry): KeyOrigin | null {
  const isTaproot = key.length === 33;
  // Taproot's has the leaves that use the key first: one byte of count suffices, and 32 bytes each.
  const start = isTaproot ? 1 + 32 * (value[0] ?? 0) : 0;
  const stated = value.subarray(start);
  if (stated.length < 4 || stated.length % 4 !== 0 || (isTaproot && (value[0] ?? 0) >= 0xfd)) return null;
  const path = Array.from({ length: stated.length / 4 - 1 }, (_, step) => stepAt(stated, step));
  return {
    key: key.subarray(1),
    fingerprint: hexEncode(stated.subarray(0, 4)),
    path,
    leaves: value.subarray(1, start),
  };
}

/** A step of the path that follows four bytes of fingerprint. */
function stepAt(origin: Uint8Array, step: number): number {
  return Number(littleEndian(origin.subarray(4 * step + 4, 4 * step + 8)));
}

interface ExtendedKey extends PublicNode {
  readonly fingerprint: string;
  readonly path: readonly number[];
}

/** PSBT_GLOBAL_XPUB: version, depth, parent, number, chain code and key, then fingerprint and path. */
function extendedKeys(global: PsbtMap): ExtendedKey[] {
  return entriesOf(global, GLOBAL.extendedKey)
    .slice(0, MOST_EXTENDED_KEYS)
    .map(({ key, value }) => ({
      chainCode: key.subarray(14, 46),
      point: key.subarray(46),
      fingerprint: hexEncode(value.subarray(0, 4)),
      path: Array.from({ length: value.length / 4 - 1 }, (_, step) => stepAt(value, step)),
    }));
}

function leadsTo(node: ExtendedKey, { key, fingerprint, path }: KeyOrigin): boolean {
  const rest = path.slice(node.path.length);
  const isBelow = fingerprint === node.fingerprint && node.path.every((step, index) => step === path[index]);
  if (!isBelow || rest.length > MOST_STEPS) return false;
  const point = derivePublic(node, rest);
  return point !== null && sameBytes(key.length === 32 ? point.subarray(1) : point, key);
}

/** Returns the scripts, in hex, of every kind of address that one key has. Empty for an invalid key. */
function scriptsOf(key: Uint8Array): string[] {
  const point = convertPoint(key.length === 32 ? join(Uint8Array.of(2), key) : key, 33);
  if (point === null) return [];
  const { own } = keyScripts(hexEncode(point));
  return KINDS.map(own);
}

function inputOrigins(map: PsbtMap): KeyOrigin[] {
  return origins([...entriesOf(map, INPUT.derivation), ...entriesOf(map, INPUT.taprootDerivation)]);
}

function outputOrigins(map: PsbtMap | undefined): KeyOrigin[] {
  if (map === undefined) return [];
  return origins([...entriesOf(map, OUTPUT.derivation), ...entriesOf(map, OUTPUT.taprootDerivation)]);
}

function origins(entries: readonly PsbtEntry[]): KeyOrigin[] {
  return entries.flatMap((entry) => originOf(entry) ?? []);
}

function entriesOf(map: PsbtMap, type: number): PsbtEntry[] {
  return [...map.entries.values()].filter(({ key }) => key[0] === type);
}
