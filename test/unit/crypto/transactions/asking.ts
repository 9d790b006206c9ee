import {
  describeTransaction,
  recoverTransactionSigner,
  type Signer,
  type SigningKey,
  signTransaction,
  verifyTransaction,
} from '../../../../electron/crypto/index.ts';
import { signing } from '../../../../electron/crypto/refusal.ts';
import type { TransactionType } from '../../../../shared/model/index.ts';

export type Asking = ReturnType<typeof asking>;

/** The operations on transactions of a type. `describe` throws the refusal that a signer would throw. */
export function asking(type: TransactionType) {
  return {
    describe: (unsigned: string) => signing(() => describeTransaction(type, unsigned)),
    sign: (unsigned: string, key: SigningKey) => signTransaction(type, unsigned, key),
    verify: (unsigned: string, signed: string, signer: Signer) => verifyTransaction(type, unsigned, signed, signer),
    recover: (unsigned: string, signed: string) => recoverTransactionSigner(type, unsigned, signed),
  };
}
