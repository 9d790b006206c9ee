/**
 * Selects the inputs of a PSBT to sign for an account and checks that they may be signed
 * (docs/protocol.md#transactions). An input is the account's when the whole output script that it spends is that of its
 * address. A key inside another script is not enough.
 */

import { hexEncode } from '../../../../shared/wire/index.ts';
import type { ScriptKind } from '../../addresses/bitcoin.ts';
import type { Bytes } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import type { Signer } from '../rule.ts';
import { INPUT, type PsbtMap, valueAt } from './fields.ts';
import type { Psbt } from './psbt.ts';
import { type KeyScripts, keyScripts } from './scripts.ts';
import { sighashDigests } from './sighash.ts';
import { obstaclesOf, RAW } from './signable.ts';

export interface OwnInput {
  readonly index: number;
  readonly kind: ScriptKind;
  /** The signed digest, 32 bytes. */
  readonly digest: Bytes;
}

const FORMAT = /^ADDRESS_FORMAT_BITCOIN_[A-Z]+_(P2PKH|P2SH|P2WPKH|P2WSH|P2TR)$/;

/**
 * Returns the inputs of the signer with their digests, at least one. Throws TRANSACTION_INVALID when there is none or
 * one of them breaks a rule. Throws TRANSACTION_UNSUPPORTED for SegWit inside P2SH and for Taproot scripts of the key.
 */
export function findOwnInputs(psbt: Psbt, signer: Signer): readonly OwnInput[] {
  const scripts = keyScripts(signer.publicKey);
  const kinds = new Map<string, ScriptKind>();
  for (const kind of requireKinds(signer)) kinds.set(scripts.own(kind), kind);
  const found: { index: number; kind: ScriptKind }[] = [];
  psbt.inputs.forEach((map, index) => {
    const spent = psbt.spent[index] ?? null;
    if (spent === null) return;
    const script = hexEncode(spent.script);
    const kind = kinds.get(script);
    if (kind === undefined) refuseKinOfKey(map, script, scripts, index);
    else found.push({ index, kind });
  });
  if (found.length === 0) {
    throw new Refusal(
      'transaction',
      `none of its inputs spends an output of the address it is to be signed with (for multisig and other scripts, ${RAW})`,
    );
  }
  const [obstacle] = obstaclesOf(psbt, found);
  if (obstacle !== undefined) throw new Refusal(obstacle.kind, obstacle.reason, obstacle.where);
  const digests = sighashDigests(psbt.transaction, psbt.spent);
  return found.map(({ index, kind }) => {
    if (kind === 'P2TR') return { index, kind, digest: digests.taproot(index) };
    const run = kind === 'P2PKH' || kind === 'P2SH' ? digests.legacy : digests.witnessV0;
    return { index, kind, digest: run(index, scripts.payToKeyHash) };
  });
}

/** Choice (psbt-signer-format): accounts of other formats (COMPRESSED, Ethereum) have no Bitcoin script and are refused. */
function requireKinds(signer: Signer): ReadonlySet<ScriptKind> {
  const kinds = new Set<ScriptKind>();
  for (const format of signer.addressFormats) {
    const kind = FORMAT.exec(format)?.[1];
    if (kind !== undefined) kinds.add(kind as ScriptKind);
  }
  if (kinds.size === 0)
    throw new Refusal(
      'transaction',
      'a PSBT is signed with a Bitcoin address, and the account has none in its address format',
    );
  return kinds;
}

/** Choice (psbt-other-scripts-of-key): such an input refuses the PSBT, even when others could be signed. */
function refuseKinOfKey(map: PsbtMap, script: string, scripts: KeyScripts, index: number): void {
  if (scripts.isNested(script))
    throw new Refusal(
      'transactionType',
      `is SegWit inside P2SH, which is not signed here: ${RAW}`,
      `input ${index + 1}`,
    );
  const internalKey = valueAt(map, INPUT.taprootInternalKey);
  const isInternal = internalKey !== undefined && hexEncode(internalKey) === scripts.internalKey;
  if (isInternal && script !== scripts.own('P2TR'))
    throw new Refusal(
      'transactionType',
      `input ${index + 1} is Taproot with scripts, of which only the plain key is signed: ${RAW}`,
    );
}
