/** Signed transactions of Ethereum's forms that are handed to a chain. */
import { hexEncode } from '../../../../shared/wire/index.ts';
import type { ContentMeaning } from '../../meaning.ts';
import type { TransactionField } from '../rule.ts';
import { gatherIn, uintOf } from './fields.ts';
import { readAnswer } from './index.ts';
import { ethereumMeaning } from './meaning.ts';
import { fieldsOf, readSigned } from './read.ts';
import { signedBytes, signerCheck } from './signature.ts';
import type { FieldItem } from './types.ts';

/** Recovers the public key of the signer. Throws a `Refusal`. */
export const ethereumSigner: (signed: string) => string = signerCheck(readAnswer);

/** Reads a signed transaction. Its chain is null where a legacy transaction names none. Throws a `Refusal`. */
export function readFinalEthereum(signed: string): { readonly chainId: bigint | null; readonly item: FieldItem } {
  const transaction = readSigned(signedBytes(signed), null);
  const item = fieldsOf(transaction);
  return {
    chainId: transaction.type.byte === null ? transaction.legacyChainId : uintOf(item('chainId')),
    item,
  };
}

/** Describes a signed transaction, paid by its signer. Throws a `Refusal`. */
export function describeFinalEthereum(signed: string, sender: string): ContentMeaning {
  const bytes = signedBytes(signed);
  const fields: TransactionField[] = [];
  const signature: TransactionField[] = [];
  const transaction = readSigned(bytes, gatherIn(bytes, fields), (field, item) => {
    const isNumber = field.name === 'r' || field.name === 's';
    const hex = { value: `0x${hexEncode(item as Uint8Array)}`, kind: 'bytes' } as const;
    gatherIn(bytes, signature)({ ...field, ...(isNumber ? hex : { kind: 'text' }) }, item);
  });
  return {
    title: `Signed ${transaction.type.title}`,
    fields: [...fields, ...signature],
    ...ethereumMeaning(transaction, { contents: bytes, signWith: sender }),
  };
}
