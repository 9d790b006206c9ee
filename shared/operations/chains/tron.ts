import Type from 'typebox';
import { TRON_CHAINS } from '../../model/chains.ts';
import { activity, policies } from '../define.ts';
import { CHAIN_ERRORS, SignWith } from './fields.ts';
import { EXAMPLE_STATUS_ID, MAXIMUM_HEX, StatusId } from './transactions.ts';

export const tronSendTransaction = activity({
  name: 'tron_send_transaction',
  title: 'Send Tron transaction',
  summary: 'Signs the raw data of a transaction of an account and sends it.',
  specified: false,
  errors: ['INVALID_TRANSACTION', ...CHAIN_ERRORS],
  carries: { type: 'TRANSACTION_TYPE_TRON', content: 'unsignedTransaction', signWith: 'signWith' },
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({
    unsignedTransaction: Type.String({
      title: 'Unsigned transaction',
      help: 'the raw data of a transaction',
      kind: 'bytes',
      minLength: 1,
      maxLength: MAXIMUM_HEX,
    }),
    signWith: SignWith,
    caip2: Type.Enum(TRON_CHAINS, { title: 'Chain' }),
  }),
  result: StatusId,
  example: {
    parameters: {
      unsignedTransaction: '@@RAW@@',
      signWith: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
      caip2: 'tron:0x2b6653dc',
    },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});
