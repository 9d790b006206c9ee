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
      unsignedTransaction:
        '0a021d8022085a5a5a5a5a5a5a5a408086e8ac8c345a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a15417e5f4552091a69125d5dfcb7b8c2659029395bdf1215412b5ad5c4795c026514f8317c7a215e218dccd6cf18c0f0f50b7080d8c1a28c34',
      signWith: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
      caip2: 'tron:0x2b6653dc',
    },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});
