/**
 * Finds the reasons that forbid signing a PSBT that can be read (docs/protocol.md#transactions). The description shows
 * every reason as a finding. The signer refuses with the first one.
 */
import type { Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { keyScript, knownScript, type ScriptKind, scriptOf } from '../../addresses/bitcoin.ts';
import { hash160 } from '../../addresses/encodings.ts';
import { convertPoint } from '../../curves/libsecp256k1.ts';
import { danger } from '../../meaning.ts';
import { join, sha256 } from '../../native.ts';
import { sameBytes } from '../reading.ts';
import { INPUT, type PsbtMap, valueAt } from './fields.ts';
import { hasType, type Psbt, spentAmount } from './psbt.ts';
import { bitcoins } from './scripts.ts';
import { SIGHASH_ALL, SIGHASH_DEFAULT } from './sighash.ts';
import { readSignedMessage } from './signed-message.ts';
import { sumOf } from './transaction.ts';

/** An input that is to be signed, by the kind of the output script that it spends. */
export interface ToSign {
  readonly index: number;
  readonly kind: ScriptKind;
}

/** One reason. `reason` is a clause whose subject is `where`, if present. */
export interface Obstacle {
  readonly kind: 'transaction' | 'transactionType';
  readonly reason: string;
  readonly where: string | null;
  /** The name of the field that shows it. */
  readonly field: string;
}

export const RAW = 'sign the digest with sign_raw_payload instead';

/** Every reason not to sign the inputs, those of the whole transaction first. */
export function obstaclesOf(psbt: Psbt, inputs: readonly ToSign[]): Obstacle[] {
  return [
    ...funds(psbt),
    ...spentTwice(psbt),
    ...falseMessage(psbt),
    ...inputs.flatMap(({ index, kind }) => {
      const map = psbt.inputs[index];
      return map === undefined ? [] : ofInput(psbt, map, { index, kind });
    }),
    ...(inputs.some(({ kind }) => kind === 'P2TR') ? unknownSpent(psbt) : []),
  ];
}

/** A danger for each reason. `script` is the output script (hex) of the address that it is signed with. */
export function obstacleFindings(psbt: Psbt, script: string | null): Finding[] {
  const inputs = psbt.spent.flatMap((output, index): ToSign[] => {
    const kind = output === null || hexEncode(output.script) !== script ? undefined : knownScript(output.script)?.kind;
    return kind === undefined ? [] : [{ index, kind }];
  });
  return obstaclesOf(psbt, inputs).map(({ reason, where, field }) =>
    danger(`Not signable, because ${where === null ? reason : `${where} ${reason}`}.`, { field, basis: 'BIP-174' }),
  );
}

function funds({ transaction, spent }: Psbt): Obstacle[] {
  const available = spentAmount(spent);
  const paid = sumOf(transaction.outputs);
  if (available === null || paid <= available) return [];
  const reason = `its outputs are more than its inputs hold, by ${bitcoins(paid - available)}`;
  return [{ kind: 'transaction', reason, where: null, field: 'fee' }];
}

function spentTwice({ transaction }: Psbt): Obstacle[] {
  const seen = new Map<string, number>();
  return transaction.inputs.flatMap(({ outpoint }, index): Obstacle[] => {
    const first = seen.get(hexEncode(outpoint));
    seen.set(hexEncode(outpoint), first ?? index);
    if (first === undefined) return [];
    const reason = `inputs ${first + 1} and ${index + 1} spend the same output`;
    return [{ kind: 'transaction', reason, where: null, field: `inputs[${index}].outpoint` }];
  });
}

/** The BIP-322 message that is shown must be the one that is signed. */
function falseMessage(psbt: Psbt): Obstacle[] {
  const message = readSignedMessage(psbt);
  if (message === null || message.stated === null || message.isTrue) return [];
  const reason = 'its generic_signed_message is not the message whose hash is signed (BIP-322)';
  return [{ kind: 'transaction', reason, where: null, field: 'message.hash' }];
}

/** A Taproot signature commits to the outputs that all inputs spend. */
function unknownSpent({ spent }: Psbt): Obstacle[] {
  return spent.flatMap((output, index): Obstacle[] =>
    output === null
      ? [
          {
            kind: 'transaction',
            reason: 'has no witness_utxo, and a Taproot signature covers it: add witness_utxo',
            where: `input ${index + 1}`,
            field: `inputs[${index}].outpoint`,
          },
        ]
      : [],
  );
}

function ofInput(psbt: Psbt, map: PsbtMap, { index, kind }: ToSign): Obstacle[] {
  const about = (type: keyof typeof FIELD_OF, reason: string, unsupported = false): Obstacle => ({
    kind: unsupported ? 'transactionType' : 'transaction',
    reason,
    where: `input ${index + 1} (${kind})`,
    field: `inputs[${index}].${FIELD_OF[type]}`,
  });
  const program = knownScript(psbt.spent[index]?.script ?? new Uint8Array())?.program ?? new Uint8Array();
  const isScriptPath = hasType(map, INPUT.taprootScriptSignature, INPUT.taprootLeafScript, INPUT.taprootMerkleRoot);
  return [
    ...(hasType(map, INPUT.finalScriptSignature, INPUT.finalScriptWitness)
      ? [about('outpoint', 'is finalised already')]
      : []),
    ...(kind === 'P2TR' && isScriptPath
      ? [about('outpoint', `asks for a Taproot script, and only the key path is signed, ${RAW}`, true)]
      : []),
    // Choice (psbt-signed-already): a signature that is there is neither replaced nor joined by another.
    ...(hasType(map, INPUT.partialSignature, INPUT.taprootKeySignature, INPUT.taprootScriptSignature)
      ? [about('outpoint', 'has a signature already')]
      : []),
    ...utxoReasons(map, kind).map((reason) => about('amount', reason)),
    ...scriptReasons(map, INPUT.redeemScript, 'redeem_script', kind === 'P2SH' ? hash160 : null, program).map(
      (reason) => about('script', reason),
    ),
    ...scriptReasons(map, INPUT.witnessScript, 'witness_script', kind === 'P2WSH' ? sha256 : null, program).map(
      (reason) => about('script', reason),
    ),
    ...(isSignedType(map, kind)
      ? []
      : [
          about(
            'sighash_type',
            `has a sighash type other than ${kind === 'P2TR' ? 'DEFAULT (0)' : 'ALL (1)'}, the only one that is signed`,
          ),
        ]),
    ...(kind === 'P2TR' && !isOwnInternalKey(map, program)
      ? [about('script', 'has a tap_internal_key of another key')]
      : []),
  ];
}

const FIELD_OF = { outpoint: 'outpoint', amount: 'amount', script: 'script', sighash_type: 'sighash_type' } as const;

/**
 * Choice (psbt-utxo): SegWit states witness_utxo and may prove it by non_witness_utxo. An older input has only the
 * latter.
 */
function utxoReasons(map: PsbtMap, kind: ScriptKind): string[] {
  const hasWitness = valueAt(map, INPUT.witnessUtxo) !== undefined;
  const hasWhole = valueAt(map, INPUT.nonWitnessUtxo) !== undefined;
  const isOlder = kind === 'P2PKH' || kind === 'P2SH';
  if (!isOlder) return hasWitness ? [] : ['has no witness_utxo: add witness_utxo beside non_witness_utxo'];
  return [
    ...(hasWhole ? [] : ['has no non_witness_utxo: add the whole previous transaction']),
    ...(hasWitness ? ['is not SegWit and has a witness_utxo: remove witness_utxo'] : []),
  ];
}

/** The script for a hash must be present and match it. Without a hash (null), the field must be absent. */
function scriptReasons(
  map: PsbtMap,
  type: number,
  name: string,
  hash: ((script: Uint8Array) => Uint8Array) | null,
  program: Uint8Array,
): string[] {
  const script = valueAt(map, type);
  if (hash === null) return script === undefined ? [] : [`must not have ${name}`];
  if (script === undefined) return [`needs ${name}`];
  return sameBytes(hash(script), program) ? [] : [`has a ${name} whose hash is not the one in the output script`];
}

function isSignedType(map: PsbtMap, kind: ScriptKind): boolean {
  const type = valueAt(map, INPUT.sighashType);
  return type === undefined || sameBytes(type, Uint8Array.of(kind === 'P2TR' ? SIGHASH_DEFAULT : SIGHASH_ALL, 0, 0, 0));
}

/** Returns true when the stated internal key, tweaked without scripts (BIP-86), is the output key. */
function isOwnInternalKey(map: PsbtMap, program: Uint8Array): boolean {
  const internal = valueAt(map, INPUT.taprootInternalKey);
  if (internal === undefined) return true;
  const point = convertPoint(join(Uint8Array.of(2), internal), 33);
  if (point === null) return false;
  return sameBytes(scriptOf(keyScript('P2TR', hexEncode(point))), scriptOf({ kind: 'P2TR', program }));
}
