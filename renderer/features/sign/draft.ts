import type { AccountRow, HashFunction, TransactionType } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { encodingOf, hashesFor, type MessageForm, messageProblem } from './message.ts';
import { guessType, transactionProblem, typesFor } from './transaction.ts';
import { typedDataProblem } from './typed-data.ts';

/** What can be signed here. */
export const SIGN_KINDS = [
  { value: 'message', label: 'Message' },
  { value: 'typed-data', label: 'Typed data' },
  { value: 'transaction', label: 'Transaction' },
] as const;
export type SignKind = (typeof SIGN_KINDS)[number]['value'];

/** What the operator has entered; each kind keeps its own text while another is looked at. */
export interface Draft {
  readonly kind: SignKind;
  readonly texts: Readonly<Record<SignKind, string>>;
  readonly form: MessageForm;
  /** Null follows the account's default. */
  readonly hash: HashFunction | null;
  /** Null follows the account and the transaction itself. */
  readonly type: TransactionType | null;
}

export const EMPTY_DRAFT: Draft = {
  kind: 'message',
  texts: { message: '', 'typed-data': '', transaction: '' },
  form: 'text',
  hash: null,
  type: null,
};

/** An account is needed to offer a default before one is chosen: Ethereum's, the most usual. */
const USUAL = { curve: 'CURVE_SECP256K1', caip2Prefix: 'eip155' } as const;
export type SigningAccount = Pick<AccountRow, 'curve' | 'caip2Prefix'>;

/** The hash function a draft stands for with that account. */
export function hashOf(account: SigningAccount | null, { hash }: Draft): HashFunction {
  const offered = hashesFor(account ?? USUAL);
  return offered.find((each) => each === hash) ?? offered[0] ?? 'HASH_FUNCTION_SHA256';
}

/** The transaction type a draft stands for with that account, or null when its curve signs none. */
export function typeOf(account: SigningAccount | null, { type, texts }: Draft): TransactionType | null {
  const offered = typesFor(account ?? USUAL);
  return offered.find((each) => each === type) ?? guessType(account ?? USUAL, texts.transaction);
}

/** What is wrong with a draft, in words, or null. */
export function draftProblem(account: SigningAccount | null, draft: Draft): string | null {
  switch (draft.kind) {
    case 'message':
      return messageProblem(draft.form, draft.texts.message, hashOf(account, draft));
    case 'typed-data':
      return typedDataProblem(account ?? USUAL, draft.texts['typed-data']);
    case 'transaction':
      return transactionProblem(typeOf(account, draft), draft.texts.transaction);
  }
}

/** Operation and parameters of a draft without problem. */
export function requestOf(
  account: Pick<AccountRow, 'address' | 'curve' | 'caip2Prefix'>,
  draft: Draft,
): { readonly operation: string; readonly parameters: Record<string, unknown> } {
  const signWith = account.address;
  if (draft.kind === 'transaction') {
    const parameters = { signWith, unsignedTransaction: draft.texts.transaction.trim(), type: typeOf(account, draft) };
    return { operation: OPERATIONS.sign_transaction.name, parameters };
  }
  const parameters =
    draft.kind === 'typed-data'
      ? { payload: draft.texts['typed-data'], encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' }
      : {
          payload: draft.form === 'hex' ? draft.texts.message.trim() : draft.texts.message,
          encoding: encodingOf(draft.form),
          hashFunction: hashOf(account, draft),
        };
  return { operation: OPERATIONS.sign_raw_payload.name, parameters: { signWith, ...parameters } };
}
