import Type from 'typebox';
import { BITCOIN_CHAINS } from '../../model/chains.ts';
import { activity, policies } from '../define.ts';
import { CHAIN_ERRORS, SignWith } from './fields.ts';
import { EXAMPLE_STATUS_ID, MAXIMUM_HEX, StatusId } from './transactions.ts';

export const btcSendTransaction = activity({
  name: 'btc_send_transaction',
  title: 'Send Bitcoin transaction',
  summary: 'Signs a PSBT whose inputs are all of one account, makes the final transaction and sends it.',
  specified: false,
  errors: ['INVALID_TRANSACTION', ...CHAIN_ERRORS],
  carries: { type: 'TRANSACTION_TYPE_BITCOIN', content: 'unsignedTransaction', signWith: 'signWith' },
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({
    unsignedTransaction: Type.String({
      title: 'Unsigned transaction',
      help: 'a PSBT with the previous transaction of each input',
      kind: 'bytes',
      minLength: 1,
      maxLength: MAXIMUM_HEX,
    }),
    signWith: SignWith,
    caip2: Type.Enum(BITCOIN_CHAINS, { title: 'Chain' }),
  }),
  result: StatusId,
  example: {
    parameters: {
      unsignedTransaction:
        '70736274ff010071020000000118687ab7594a06cdbf96c8a2b385929aec93f679742ffdfda880d3c7cf01c7210000000000fdffffff02307500000000000016001406afd46bcdfd22ef94ac122aa11f241244a37ecccebd000000000000160014751e76e8199196d454941c45d1b3a323f1433bd60000000000010052020000000177777777777777777777777777777777777777777777777777777777777777770100000000ffffffff018038010000000000160014751e76e8199196d454941c45d1b3a323f1433bd60000000001011f8038010000000000160014751e76e8199196d454941c45d1b3a323f1433bd6000000',
      signWith: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      caip2: 'bip122:000000000019d6689c085ae165831e93',
    },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});
