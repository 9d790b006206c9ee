import type { ChainNamespace, Curve, TransactionType, VelocityMethod } from '../../../../shared/model/index.ts';
import { PolicyFault } from '../../../../shared/policy-language/index.ts';
import type { Facts } from '../../../crypto/index.ts';
import type { ActingContext } from '../../request-context.ts';
import { ethereumAddressOf, payloadOf, type SigningRow, signedFacts, signingRow } from '../content.ts';
import { madeTransaction } from '../made-transaction.ts';
import { casesOf, type Subject } from '../subject.ts';
import type { Asset } from './assets.ts';
import {
  hidesOwnerOnSolana,
  movedOnBitcoin,
  movedOnEthereum,
  movedOnSolana,
  movedOnTron,
  ownerOnEthereum,
  ownersOnTron,
} from './moves.ts';

/** One thing that is signed: a transaction, or bytes that nobody can read. */
type Signed =
  | { readonly family: ChainNamespace; readonly tx: Facts; readonly own: string | null }
  /** The chains on which the signature may move something. */
  | { readonly unread: readonly ChainNamespace[] };

const READ: readonly (readonly [TransactionType, ChainNamespace])[] = [
  ['TRANSACTION_TYPE_ETHEREUM', 'eip155'],
  ['TRANSACTION_TYPE_SOLANA', 'solana'],
  ['TRANSACTION_TYPE_TRON', 'tron'],
  ['TRANSACTION_TYPE_BITCOIN', 'bip122'],
];
const ALL: readonly ChainNamespace[] = READ.map(([, family]) => family);
/** Only Tempo takes signatures of P-256, and its transfers are not measured. */
const BY_CURVE: Readonly<Record<Curve, readonly ChainNamespace[]>> = {
  CURVE_SECP256K1: ['eip155', 'tron', 'bip122'],
  CURVE_ED25519: ['solana'],
  CURVE_P256: [],
};

/** Returns true when carrying it out signs something. */
export function isSigning({ operation: { signs, carries, makes } }: Subject): boolean {
  return signs !== null || carries !== null || makes !== null;
}

/** An asset, and how its transfers are aggregated. */
interface Measured {
  readonly asset: Asset;
  readonly method: VelocityMethod;
}

/**
 * Returns the amount of each transfer of an asset in a whole request, in the asset’s smallest units. Returns null when
 * the amounts cannot be determined. Choice (velocity-networks): a transaction of Solana, Tron or Bitcoin does not name
 * its network, so it counts on each of them.
 */
export function movedOf({ asset, method }: Measured, whole: Subject, context: ActingContext): readonly bigint[] | null {
  const moved = signedIn(whole, context).map((one) => movedBySigned(asset, method, one));
  return moved.some((one) => one === null) ? null : moved.flatMap((one) => one ?? []);
}

/** Returns the addresses whose coins or tokens a whole request takes by allowances and permissions. */
export function namedOwners(whole: Subject, context: ActingContext): readonly string[] {
  return signedIn(whole, context).flatMap((one) => {
    if ('unread' in one) return [];
    if (one.family === 'eip155') return ownerOnEthereum(one.tx) ?? [];
    return one.family === 'tron' ? ownersOnTron(one.tx) : [];
  });
}

/** Returns true when a whole request takes an asset from an owner that it does not name. */
export function hidesOwner(asset: Asset, whole: Subject, context: ActingContext): boolean {
  if (asset.family !== 'solana') return false;
  return signedIn(whole, context).some(
    (one) => !('unread' in one) && one.family === 'solana' && hidesOwnerOnSolana(one.tx, asset),
  );
}

/** Caches the signed content of each request, because a request's bytes never change. */
const known = new WeakMap<Subject, readonly Signed[]>();

function signedIn(whole: Subject, context: ActingContext): readonly Signed[] {
  const before = known.get(whole);
  if (before !== undefined) return before;
  // Several accounts sign one transaction that is carried on.
  const cases = whole.operation.carries === null ? casesOf(whole) : [whole];
  const signed = cases.map((one) => signedInCase(one, context));
  known.set(whole, signed);
  return signed;
}

function signedInCase(subject: Subject, context: ActingContext): Signed {
  const signer = signingRow(subject, context);
  const unread: Signed = { unread: signer === undefined ? ALL : BY_CURVE[signer.row.curve] };
  try {
    const made = madeTransaction(subject.operation, subject.parameters, ethereumAddressOf(signer));
    if (made !== undefined) return { family: 'eip155', tx: made, own: null };
    return readSigned(subject, signer) ?? unread;
  } catch (error) {
    if (error instanceof PolicyFault) return unread;
    throw error;
  }
}

/** Reads a transaction of one of the types. Raw bytes count as the type that they parse as. */
function readSigned(subject: Subject, signer: SigningRow): Signed | undefined {
  const isEd25519 = signer?.row.curve === 'CURVE_ED25519';
  for (const [type, family] of READ) {
    // The bytes that Ed25519 signs are a message of Solana alone.
    if (payloadOf(subject) !== undefined && isEd25519 !== (family === 'solana')) continue;
    const tx = signedFacts(subject, type, signer);
    if (tx !== undefined) return { family, tx, own: signer?.kind === 'account' ? signer.row.address : null };
  }
  return undefined;
}

function movedBySigned(asset: Asset, method: VelocityMethod, signed: Signed): readonly bigint[] | null {
  if ('unread' in signed) return signed.unread.includes(asset.family) ? null : [];
  const { family, tx, own } = signed;
  if (family !== asset.family) return [];
  switch (family) {
    case 'eip155':
      return movedOnEthereum(tx, asset);
    case 'solana':
      return movedOnSolana(tx, asset);
    case 'tron':
      return movedOnTron(tx, asset);
    case 'bip122':
      return movedOnBitcoin(tx, own, method);
  }
}
