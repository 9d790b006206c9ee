import Type from 'typebox';
import { SOLANA_SENDING_CHAINS } from '../../model/chains.ts';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { Address, CHAIN_ERRORS, SignWith, Sponsor } from './fields.ts';
import { EXAMPLE_STATUS_ID, MAXIMUM_HEX, StatusId } from './transactions.ts';

const UnsignedSolana = Type.String({
  title: 'Unsigned transaction',
  kind: 'bytes',
  minLength: 1,
  maxLength: MAXIMUM_HEX,
});

/** The members of both versions of a transaction beside its accounts. */
const SendingSolana = {
  sponsor: Sponsor,
  caip2: Type.Enum(SOLANA_SENDING_CHAINS, { title: 'Chain' }),
  recentBlockhash: Type.Optional(
    Type.String({
      title: 'Recent blockhash',
      kind: 'bytes',
      pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
      says: 'Base58 text of 32 to 44 characters',
    }),
  ),
};

const exampleSolana = {
  unsignedTransaction: `01${'00'.repeat(64)}010001020bf32b9f0db09672038fea36139b18f98a5f0149ef4ce0332e44b9a77e83c22d${'00'.repeat(32)}${'09'.repeat(32)}01010200000c020000000100000000000000`,
  caip2: 'solana:mainnet',
} as const;

export const solSendTransaction = activity({
  name: 'sol_send_transaction',
  version: 2,
  resultVersion: 2,
  title: 'Send Solana transaction',
  summary: 'Signs a transaction with one account or more and sends it.',
  specified: false,
  errors: ['INVALID_TRANSACTION', ...CHAIN_ERRORS],
  carries: { type: 'TRANSACTION_TYPE_SOLANA', content: 'unsignedTransaction', signWith: 'signWiths' },
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({
    unsignedTransaction: UnsignedSolana,
    signWiths: Type.Array(Address('Account'), { title: 'Accounts', minItems: 1, maxItems: 16 }),
    ...SendingSolana,
  }),
  result: StatusId,
  example: {
    parameters: { ...exampleSolana, signWiths: [EXAMPLE.solanaAddress] },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});

export const solSendTransactionV1 = activity({
  name: 'sol_send_transaction_v1',
  earlierOf: 'sol_send_transaction',
  title: 'Send Solana transaction, version 1',
  summary: 'Signs a transaction with one account and sends it, in the form of older public clients.',
  specified: false,
  errors: ['INVALID_TRANSACTION', ...CHAIN_ERRORS],
  carries: { type: 'TRANSACTION_TYPE_SOLANA', content: 'unsignedTransaction', signWith: 'signWith' },
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({
    unsignedTransaction: UnsignedSolana,
    signWith: SignWith,
    ...SendingSolana,
  }),
  result: StatusId,
  example: {
    parameters: { ...exampleSolana, signWith: EXAMPLE.solanaAddress },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});
