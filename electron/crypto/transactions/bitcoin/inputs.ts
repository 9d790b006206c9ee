/**
 * Which inputs of a PSBT are signed for an account, and whether they may be (PROTOCOL 6.2). An input is the account's when
 * the whole output script that it spends is the one of its address; a key inside another script is not enough.
 */

import { hexEncode } from '../../../../shared/wire/index.ts';
import type { ScriptKind } from '../../addresses/bitcoin.ts';
import type { Bytes } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { sameBytes } from '../reading.ts';
import type { Signer } from '../rule.ts';
import { INPUT, type PsbtMap } from './fields.ts';
import { fieldValue, hasType, type Psbt } from './psbt.ts';
import { type KeyScripts, keyScripts } from './scripts.ts';
import { SIGHASH_ALL, SIGHASH_DEFAULT, sighashDigests } from './sighash.ts';

export interface OwnInput {
  readonly index: number;
  readonly kind: ScriptKind;
  /** What is signed, 32 bytes. */
  readonly digest: Bytes;
}

const FORMAT = /^ADDRESS_FORMAT_BITCOIN_[A-Z]+_(P2PKH|P2SH|P2WPKH|P2WSH|P2TR)$/;
const RAW = 'sign the digest with sign_raw_payload instead';

/**
 * The inputs of the signer with their digests, at least one. Throws TRANSACTION_INVALID when there is none or one of them
 * breaks a rule, and TRANSACTION_UNSUPPORTED for SegWit inside P2SH and for Taproot scripts of the key.
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
  const digests = sighashDigests(psbt.transaction, psbt.spent);
  return found.map(({ index, kind }) => {
    const map = psbt.inputs[index];
    if (map !== undefined) requireSignable(map, kind, scripts, index);
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
    throw new Refusal('transactionType', `is SegWit inside P2SH, which is not signed here, ${RAW}`, `input ${index}`);
  const internalKey = fieldValue(map, INPUT.taprootInternalKey);
  const isInternal = internalKey !== undefined && hexEncode(internalKey) === scripts.internalKey;
  if (isInternal && script !== scripts.own('P2TR'))
    throw new Refusal(
      'transactionType',
      `input ${index} is Taproot with scripts, of which only the plain key is signed, ${RAW}`,
    );
}

function requireSignable(map: PsbtMap, kind: ScriptKind, scripts: KeyScripts, index: number): void {
  const where = `input ${index} (${kind})`;
  if (hasType(map, INPUT.finalScriptSignature, INPUT.finalScriptWitness))
    throw new Refusal('transaction', 'is finalised already', where);
  if (kind === 'P2TR' && hasType(map, INPUT.taprootScriptSignature, INPUT.taprootLeafScript, INPUT.taprootMerkleRoot))
    throw new Refusal(
      'transactionType',
      `input ${index} asks for a Taproot script, and only the key path is signed, ${RAW}`,
    );
  // Choice (psbt-signed-already): a signature that is there is neither replaced nor joined by another.
  if (hasType(map, INPUT.partialSignature, INPUT.taprootKeySignature, INPUT.taprootScriptSignature))
    throw new Refusal('transaction', 'has a signature already', where);
  requireUtxo(map, kind, where);
  requireScript(map, INPUT.redeemScript, 'redeem_script', kind === 'P2SH', scripts, where);
  requireScript(map, INPUT.witnessScript, 'witness_script', kind === 'P2WSH', scripts, where);
  requireSighash(map, kind, where);
  const internalKey = kind === 'P2TR' ? fieldValue(map, INPUT.taprootInternalKey) : undefined;
  if (internalKey !== undefined && hexEncode(internalKey) !== scripts.internalKey)
    throw new Refusal('transaction', 'has a tap_internal_key of another key', where);
}

/** Choice (psbt-utxo): the documented pair strictly, although some wallets set both fields. */
function requireUtxo(map: PsbtMap, kind: ScriptKind, where: string): void {
  const legacy = kind === 'P2PKH' || kind === 'P2SH';
  const hasWitness = fieldValue(map, INPUT.witnessUtxo) !== undefined;
  const hasWhole = fieldValue(map, INPUT.nonWitnessUtxo) !== undefined;
  if (legacy && hasWitness) throw new Refusal('transaction', 'must have non_witness_utxo and not witness_utxo', where);
  if (!legacy && (hasWhole || !hasWitness))
    throw new Refusal('transaction', 'must have witness_utxo and not non_witness_utxo', where);
}

/** The script behind a hash must be there and be the key's; elsewhere the field must be absent. */
function requireScript(
  map: PsbtMap,
  type: number,
  name: string,
  needed: boolean,
  scripts: KeyScripts,
  where: string,
): void {
  const script = fieldValue(map, type);
  if (!needed && script !== undefined) throw new Refusal('transaction', `must not have ${name}`, where);
  if (needed && script === undefined) throw new Refusal('transaction', `needs ${name}`, where);
  if (script !== undefined && !sameBytes(script, scripts.payToKeyHash))
    throw new Refusal('transaction', `has a ${name} whose hash is not the one in the output script`, where);
}

function requireSighash(map: PsbtMap, kind: ScriptKind, where: string): void {
  const value = fieldValue(map, INPUT.sighashType);
  const [wanted, name] = kind === 'P2TR' ? [SIGHASH_DEFAULT, 'DEFAULT (0)'] : [SIGHASH_ALL, 'ALL (1)'];
  if (value !== undefined && !sameBytes(value, Uint8Array.of(wanted, 0, 0, 0)))
    throw new Refusal('transaction', `has a sighash type other than ${name}, the only one that is signed`, where);
}
