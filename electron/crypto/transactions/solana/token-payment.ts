/** A transaction that only pays tokens from one wallet to another, which reads as one step. */
import type { DecodedField } from '../../../../shared/model/index.ts';
import { row } from '../../meaning.ts';
import { isUnowned } from '../../unowned.ts';
import { hasKey, usualTokenAccount } from './associated.ts';
import type { Read } from './contents.ts';
import { amountWords } from './instructions.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET,
  MEMO_PROGRAMS,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './programs/index.ts';
import type { SolanaTransaction } from './wire.ts';

export interface TokenPayment {
  readonly step: string;
  /** The amount and the parties. */
  readonly rows: readonly DecodedField[];
}

/**
 * Returns the payment when a transaction makes the recipient's token account, sends tokens into it, and otherwise only
 * sets fees and writes a memo. Null unless both token accounts are the associated ones of the wallets, as derived here.
 */
export function tokenPaymentOf(transaction: SolanaTransaction, all: readonly Read[]): TokenPayment | null {
  const { requiredSignatures, addressTableLookups } = transaction;
  if (requiredSignatures !== 1 || addressTableLookups.length > 0) return null;
  const others = all.filter(({ program }) => program !== COMPUTE_BUDGET && !MEMO_PROGRAMS.has(program));
  const [creation, transfer, ...more] = others;
  const memos = all.filter(({ program }) => MEMO_PROGRAMS.has(program));
  if (creation === undefined || transfer === undefined || more.length > 0 || memos.length > 1) return null;
  if (all.some(({ values, isDescribed, depth }) => values === null || !isDescribed || depth > 0)) return null;
  if (creation.program !== ASSOCIATED_TOKEN_PROGRAM || !/^create(?:Idempotent)?$/.test(nameOf(creation))) return null;
  const { program, values } = transfer;
  if (![TOKEN_PROGRAM, TOKEN_2022_PROGRAM].includes(program) || nameOf(transfer) !== 'transferChecked') return null;
  // A transfer hook runs with further accounts.
  if (others.some(({ fields }) => fields.some(({ name }) => name === 'otherAccounts'))) return null;
  const [source, destination, mint, authority] = ['source', 'destination', 'mint', 'authority'].map(textIn(transfer));
  const [account, wallet, mintOfAccount] = ['associatedAccount', 'owner', 'mint'].map(textIn(creation));
  const [tokenProgram, payer] = ['tokenProgram', 'payer'].map(textIn(creation));
  if (source === undefined || destination === undefined || mint === undefined || values === null) return null;
  if (authority === undefined || wallet === undefined || wallet === authority) return null;
  if (isUnowned(wallet) || !hasKey(wallet)) return null;
  if (account !== destination || mintOfAccount !== mint || tokenProgram !== program || payer !== authority) return null;
  if (usualTokenAccount(wallet, mint, program) !== destination) return null;
  if (usualTokenAccount(authority, mint, program) !== source) return null;
  const amount = amountWords(values.get('amount')?.value ?? '', values, false);
  return {
    step: `Send ${amount} to ${wallet}`,
    rows: [
      row('Amount', amount, 'amount'),
      row('To', wallet, 'address'),
      row('From', authority, 'address'),
      row('Token account', destination, 'address'),
      row('Paying token account', source, 'address'),
      row('Mint', mint, 'address'),
    ],
  };
}

const nameOf = ({ fields }: Read): string => fields.find(({ name }) => name === 'instruction')?.value ?? '';

const textIn =
  ({ values }: Read) =>
  (name: string): string | undefined =>
    values?.get(name)?.value;
