import {
  type AccountRow,
  type HashFunction,
  parseJsonObject,
  type TransactionType,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { formsFor, hashesFor, type MessageForm, messageProblem, payloadOf } from './message.ts';
import { bytesIn } from './recognise.ts';
import { type Signer, schnorrOf, USUAL_SIGNER } from './signer.ts';
import { guessType, transactionProblem, transactionRefusal, typesFor } from './transaction.ts';

/** The kinds of payload that can be signed here. */
export const SIGN_KINDS = [
  { value: 'message', label: 'Message' },
  { value: 'typed-data', label: 'Typed data' },
  { value: 'transaction', label: 'Transaction' },
] as const;
export type SignKind = (typeof SIGN_KINDS)[number]['value'];

/** The operator's input. Each kind keeps its own text while another is shown. */
export interface Draft {
  readonly kind: SignKind;
  readonly texts: Readonly<Record<SignKind, string>>;
  /** Null follows the account's default. */
  readonly form: MessageForm | null;
  /** Null follows the account's default. */
  readonly hash: HashFunction | null;
  /** Null follows the account and the transaction itself. */
  readonly type: TransactionType | null;
}

export const EMPTY_DRAFT: Draft = {
  kind: 'message',
  texts: { message: '', 'typed-data': '', transaction: '' },
  form: null,
  hash: null,
  type: null,
};

/** Returns the message form of a draft for that account. */
export function formOf(signer: Signer | null, { form }: Draft): MessageForm {
  const offered = formsFor(signer ?? USUAL_SIGNER);
  return offered.find((each) => each === form) ?? offered[0] ?? 'text';
}

/** Returns the hash function of a draft for that account. */
export function hashOf(signer: Signer | null, draft: Draft): HashFunction {
  const offered = hashesFor(signer ?? USUAL_SIGNER, formOf(signer, draft));
  return offered.find((each) => each === draft.hash) ?? offered[0] ?? 'HASH_FUNCTION_SHA256';
}

/** Returns the transaction type of a draft for that account, or null when the account signs none. */
export function typeOf(signer: Signer | null, { type, texts }: Draft): TransactionType | null {
  const offered = typesFor(signer ?? USUAL_SIGNER);
  return offered.find((each) => each === type) ?? guessType(signer ?? USUAL_SIGNER, texts.transaction);
}

/** Returns why the account cannot sign this kind of draft, whatever its text, or null when it can. */
export function draftRefusal(signer: Signer | null, { kind }: Draft): string | null {
  if (signer === null || kind === 'message') return null;
  return kind === 'typed-data' ? typedDataRefusal(signer) : transactionRefusal(signer);
}

/** Returns the problem of a draft in words, or null. */
export function draftProblem(signer: Signer | null, draft: Draft): string | null {
  switch (draft.kind) {
    case 'message':
      return messageProblem(formOf(signer, draft), draft.texts.message);
    case 'typed-data':
      return typedDataProblem(signer ?? USUAL_SIGNER, draft.texts['typed-data']);
    case 'transaction':
      return transactionProblem(signer ?? USUAL_SIGNER, typeOf(signer, draft), draft.texts.transaction);
  }
}

/** Operation and parameters of a draft without problem. */
export function requestOf(
  account: Signer & Pick<AccountRow, 'address'>,
  draft: Draft,
): { readonly operation: string; readonly parameters: Record<string, unknown> } {
  const signWith = account.address;
  if (draft.kind === 'transaction') {
    const unsignedTransaction = bytesIn(draft.texts.transaction)?.hex ?? '';
    const parameters = { signWith, unsignedTransaction, type: typeOf(account, draft) };
    return { operation: OPERATIONS.sign_transaction.name, parameters };
  }
  const parameters =
    draft.kind === 'typed-data'
      ? { payload: draft.texts['typed-data'], encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' }
      : {
          ...payloadOf(formOf(account, draft), draft.texts.message, account),
          hashFunction: hashOf(account, draft),
        };
  return { operation: OPERATIONS.sign_raw_payload.name, parameters: { signWith, ...parameters } };
}

const TYPED_DATA_MEMBERS = ['domain', 'types', 'primaryType', 'message'] as const;

/** Why an account signs no typed data, or null when it does: EIP-712 is for ECDSA on secp256k1. */
function typedDataRefusal(signer: Signer): string | null {
  if (signer.curve === 'CURVE_SECP256K1' && schnorrOf(signer) === null) return null;
  return 'Typed data is signed with ECDSA on secp256k1, which this account does not use. Choose another account.';
}

/**
 * Returns the problem of typed data (EIP-712) that its outline shows, in words, or null. The rest is checked before it
 * is shown.
 */
function typedDataProblem(signer: Signer, text: string): string | null {
  const refusal = typedDataRefusal(signer);
  if (refusal !== null) return refusal;
  if (text.trim() === '') return 'Paste the typed data.';
  const outline = outlineOf(text);
  if (typeof outline === 'string') return outline;
  const missing = TYPED_DATA_MEMBERS.filter((member) => !Object.hasOwn(outline, member));
  return missing.length === 0
    ? null
    : `Typed data needs ${TYPED_DATA_MEMBERS.join(', ')}; missing: ${missing.join(', ')}.`;
}

/** Returns the parsed object, or the reason why the text is not one. */
function outlineOf(text: string): object | string {
  try {
    return parseJsonObject(text, (why) => new Error(why.replace('it', 'This')));
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}
