import type { TransactionType } from '../../../shared/model/index.ts';
import { PolicyFault } from '../../../shared/policy-language/index.ts';
import { addressOf, type Facts, Refusal, solanaHex, transactionFacts } from '../../crypto/index.ts';
import type { ActingContext } from '../request-context.ts';
import { findAccount, findSigningRow } from '../signers/find-signer.ts';
import { isOpaque, isUnreadTransaction, mayStandForTypedData, type RawContent, rawTransaction } from './raw-content.ts';
import type { Subject } from './subject.ts';

export type SigningRow = ReturnType<typeof findSigningRow>;

/**
 * Returns the account or private key that the activity signs with or exports. Returns undefined when it does neither.
 */
export function signingRow({ operation, parameters }: Subject, context: ActingContext): SigningRow {
  const { signs, carries, makes, exports } = operation;
  const member = (signs ?? carries ?? makes)?.signWith;
  const named =
    makes?.wrapper === undefined
      ? [parameters[member ?? '']].flat()[0]
      : feeWalletOf(makes.wrapper, parameters, context);
  if (typeof named === 'string') return findSigningRow(named, context);
  const exported = exports === null ? undefined : parameters[exports.of];
  if (typeof exported !== 'string' || exports?.kind === 'wallet') return undefined;
  if (exports?.kind === 'private key') return findSigningRow(exported, context);
  const row = findAccount(exported, context);
  return row === undefined ? undefined : { kind: 'account', row, addressFormat: row.addressFormat };
}

/** Returns the account that signs for an earn wrapper. Undefined for a wrapper that the service does not have. */
function feeWalletOf(
  member: string,
  parameters: Subject['parameters'],
  { store, caller }: ActingContext,
): string | undefined {
  return store.earn.findWrapper(caller.organization.organizationId, String(parameters[member]))?.clientFeeWallet;
}

/** The wallet of the account that signs or is exported, or the wallet that is exported. */
export function targetWallet({ operation, parameters }: Subject, signer: SigningRow, { store, caller }: ActingContext) {
  const { organizationId } = caller.organization;
  if (signer?.kind === 'account') return store.wallets.find(organizationId, signer.row.walletId);
  const named = operation.exports?.kind === 'wallet' ? parameters[operation.exports.of] : undefined;
  return typeof named === 'string' ? store.wallets.find(organizationId, named) : undefined;
}

/** The one payload to decide. Undefined for an activity that signs no payload. */
export function payloadOf({ operation: { signs }, parameters, payload }: Subject): string | undefined {
  if (payload !== undefined) return payload;
  return signs?.kind === 'payload' ? String(parameters[signs.content]) : undefined;
}

/** The unsigned transaction of that type: the parameter of the activity, or the raw bytes that are one. */
function transactionOf(subject: Subject, type: TransactionType, signer: SigningRow): string | undefined {
  const { operation, parameters } = subject;
  const { signs, carries } = operation;
  if (carries?.type === type) return String(parameters[carries.content]);
  if (signs?.kind === 'transaction') {
    const content = String(parameters[signs.content]);
    return isOfType(type, parameters[signs.type], content) ? content : undefined;
  }
  const raw = rawContentOf(subject);
  if (raw === undefined) return undefined;
  if (isOpaque(type, raw, signer?.row.curve))
    throw new PolicyFault('the payload is a digest, whose content nobody can read', 'opaque');
  return rawTransaction(type, raw);
}

/** A request may also sign an Ethereum form as a Tempo transaction, with the same signature. */
const isOfType = (type: TransactionType, given: unknown, content: string): boolean =>
  given === type ||
  (given === 'TRANSACTION_TYPE_TEMPO' && type === 'TRANSACTION_TYPE_ETHEREUM' && !TEMPO_FORM.test(content));
const TEMPO_FORM = /^(?:0x)?76/i;

/** Returns true for a form of Ethereum that a request signs as a transaction of Tempo, so that it is of both types. */
export function isOfTwoTypes({ operation: { signs }, parameters }: Subject): boolean {
  if (signs?.kind !== 'transaction' || parameters[signs.type] !== 'TRANSACTION_TYPE_TEMPO') return false;
  return isOfType('TRANSACTION_TYPE_ETHEREUM', parameters[signs.type], String(parameters[signs.content]));
}

/** The raw bytes to sign. Undefined for an activity that signs none. */
function rawContentOf(subject: Subject): RawContent | undefined {
  const { operation, parameters } = subject;
  const payload = payloadOf(subject);
  const { signs } = operation;
  if (payload === undefined || signs === null || signs.kind === 'transaction') return undefined;
  return { payload, encoding: parameters[signs.encoding], hashFunction: parameters[signs.hashFunction] };
}

/** Returns true when the request signs a payload whose signature may be one of typed data that is not in it. */
export function isStandInPayload(subject: Subject): boolean {
  const raw = rawContentOf(subject);
  return raw !== undefined && mayStandForTypedData(raw);
}

/** Returns the Ethereum address of a signer, or null for a signer without a secp256k1 key. */
export const ethereumAddressOf = (signer: SigningRow) =>
  signer?.row.curve === 'CURVE_SECP256K1'
    ? addressOf('ADDRESS_FORMAT_ETHEREUM', signer.row.publicKey, signer.row.curve)
    : null;

/** Returns the facts of the transaction to sign, or undefined for another type. Throws a `PolicyFault`. */
export function signedFacts(subject: Subject, type: TransactionType, signer: SigningRow): Facts | undefined {
  const unsigned = transactionOf(subject, type, signer);
  if (unsigned === undefined) return undefined;
  const ethereumAddress = ethereumAddressOf(signer);
  // Public clients send a transaction to be carried on in base64 too.
  const isSolana = type === 'TRANSACTION_TYPE_SOLANA' && subject.operation.carries !== null;
  const read = () =>
    transactionFacts(type, isSolana ? solanaHex(unsigned) : unsigned, {
      ethereumAddress,
      addressFormat: signer?.addressFormat,
    });
  const raw = rawContentOf(subject);
  return raw === undefined ? readFacts('transaction', read) : readRaw(type, raw, read);
}

/** Raw bytes that are not a transaction have no facts. Throws an `opaque` `PolicyFault` for a form that is not read. */
function readRaw(type: TransactionType, raw: RawContent, read: () => Facts | null): Facts | undefined {
  try {
    return read() ?? undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isUnreadTransaction(type, raw))
      throw new PolicyFault('the payload is a transaction of a form that is not read here', 'opaque');
    return undefined;
  }
}

/** Returns the facts that `read` finds in the content to sign. Throws a `PolicyFault` when it is unreadable. */
export function readFacts(what: string, read: () => Facts | null): Facts | undefined {
  try {
    return read() ?? undefined;
  } catch (error) {
    if (error instanceof Refusal) throw new PolicyFault(`the ${what} cannot be read`);
    throw error;
  }
}
