import Type from 'typebox';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, HashText, Text } from '../fields.ts';
import {
  Address,
  CHAIN_ERRORS,
  Decimal,
  EthereumAddress,
  EthereumChain,
  RequestId,
  Sponsor,
  TransactionHash,
} from './fields.ts';

/** A mebibyte of hex is far above the limit of any chain. */
export const MAXIMUM_HEX = 1024 * 1024;

export const EXAMPLE_STATUS_ID = '0d6b3c1e-8f52-4a7b-9c3d-5e1f7a2b4c68';

const Data = Type.Optional(
  Type.String({
    title: 'Data',
    kind: 'bytes',
    maxLength: MAXIMUM_HEX,
    pattern: '^(0x)?([0-9a-fA-F]{2})*$',
    says: 'hexadecimal digits, two a byte',
  }),
);

const Call = { to: EthereumAddress('To'), value: Type.Optional(Decimal('Value', 'in wei')), data: Data };

export const StatusId = Type.Object({ sendTransactionStatusId: BytesText('Send transaction status id') });

/** The chain supplies these values when they are absent. */
const Fees = {
  nonce: Type.Optional(Decimal('Nonce')),
  gasLimit: Type.Optional(Decimal('Gas limit')),
  maxFeePerGas: Type.Optional(Decimal('Max fee per gas')),
  maxPriorityFeePerGas: Type.Optional(Decimal('Max priority fee per gas')),
};

/** The members of both versions of a transaction beside its calls. */
const Sending = {
  from: Address('From'),
  caip2: EthereumChain,
  sponsor: Sponsor,
  ...Fees,
  deadline: Type.Optional(Decimal('Deadline', 'seconds since 1970, of a sponsored transaction')),
  gasStationNonce: Type.Optional(Decimal('Gas station nonce')),
};

export const ethSendTransaction = activity({
  name: 'eth_send_transaction',
  version: 2,
  resultVersion: 2,
  title: 'Send Ethereum transaction',
  summary: 'Makes, signs and sends a transaction of one call or more from an account.',
  specified: false,
  errors: CHAIN_ERRORS,
  makes: { calls: 'listed', chain: 'caip2', signWith: 'from' },
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({
    ...Sending,
    calls: Type.Array(Type.Object(Call), { title: 'Calls', minItems: 1, maxItems: 50 }),
  }),
  result: StatusId,
  example: {
    parameters: { from: EXAMPLE.address, caip2: 'eip155:1', calls: [{ to: EXAMPLE.address, value: '1' }] },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});

export const ethSendTransactionV1 = activity({
  name: 'eth_send_transaction_v1',
  earlierOf: 'eth_send_transaction',
  title: 'Send Ethereum transaction, version 1',
  summary: 'Makes, signs and sends a transaction of one call from an account, in the form of older public clients.',
  specified: false,
  errors: CHAIN_ERRORS,
  makes: { calls: 'own', chain: 'caip2', signWith: 'from' },
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({ ...Sending, ...Call }),
  result: StatusId,
  example: {
    parameters: { from: EXAMPLE.address, caip2: 'eip155:1', to: EXAMPLE.address, value: '1' },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});

export const ethSendRawTransaction = activity({
  name: 'eth_send_raw_transaction',
  title: 'Send signed Ethereum transaction',
  summary: 'Sends an already signed transaction.',
  specified: false,
  errors: ['INVALID_TRANSACTION', 'UNSUPPORTED_TRANSACTION_TYPE', ...CHAIN_ERRORS],
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({
    signedTransaction: Type.String({
      title: 'Signed transaction',
      kind: 'bytes',
      minLength: 1,
      maxLength: MAXIMUM_HEX,
    }),
    caip2: EthereumChain,
  }),
  result: Type.Object({ transactionHash: TransactionHash }),
  example: {
    parameters: {
      signedTransaction:
        '02f8620101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c080a08673d1b473d2acc2a70676d1aa1cd948ba8ae7ede6258aa0b6a0434b720d8d7ea055bd7adc0051414373a8ed57e6e8eea14d3840b55e36857a866b0c308f1e11cb',
      caip2: 'eip155:1',
    },
    result: { transactionHash: '0x3cf1a66e6fb80e90c2221dadcd3b681b536b4a1aceba3d9538557c95fbfe23b6' },
  },
});

export const ethUndelegate7702 = activity({
  name: 'eth_undelegate_7702',
  // @turnkey/sdk-server 8.2 leaves an underscore out.
  spellings: ['ACTIVITY_TYPE_ETH_UNDELEGATE7702'],
  title: 'Undelegate Ethereum account',
  summary: 'Removes the code that an EIP-7702 authorization gave to an account.',
  specified: false,
  errors: CHAIN_ERRORS,
  makes: { calls: 'of the service', signWith: 'from' },
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({ from: Address('From'), caip2: EthereumChain, ...Fees }),
  result: StatusId,
  example: {
    parameters: { from: EXAMPLE.address, caip2: 'eip155:1' },
    result: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
  },
});

export const getSendTransactionStatus = query({
  name: 'get_send_transaction_status',
  title: 'Status of a sent transaction',
  summary: 'Shows the state of a sent transaction.',
  specified: false,
  request: { sendTransactionStatusId: RequestId('Send transaction status id') },
  response: Type.Object({
    txStatus: Text('Transaction status'),
    eth: Type.Optional(Type.Object({ txHash: Type.Optional(HashText('Transaction hash')) }, { title: 'Ethereum' })),
    solana: Type.Optional(Type.Object({ signature: Type.Optional(BytesText('Signature')) }, { title: 'Solana' })),
    bitcoin: Type.Optional(Type.Object({ txid: Type.Optional(HashText('Transaction id')) }, { title: 'Bitcoin' })),
    tron: Type.Optional(Type.Object({ txid: Type.Optional(HashText('Transaction id')) }, { title: 'Tron' })),
    txError: Type.Optional(Text('Transaction error')),
    error: Type.Optional(Type.Unknown({ title: 'Error' })),
  }),
  example: {
    request: { sendTransactionStatusId: EXAMPLE_STATUS_ID },
    response: { txStatus: 'INCLUDED', eth: { txHash: `0x${'5c'.repeat(32)}` } },
  },
});

export const getNonces = query({
  name: 'get_nonces',
  title: 'Nonces',
  summary: 'Shows the next nonces of an Ethereum address.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: {
    address: EthereumAddress('Address'),
    caip2: EthereumChain,
    nonce: Type.Optional(Type.Boolean({ title: 'Nonce' })),
    gasStationNonce: Type.Optional(Type.Boolean({ title: 'Gas station nonce' })),
  },
  response: Type.Object({
    nonce: Type.Optional(Text('Nonce')),
    gasStationNonce: Type.Optional(Text('Gas station nonce')),
  }),
  example: { request: { address: EXAMPLE.address, caip2: 'eip155:1', nonce: true }, response: { nonce: '7' } },
});

export const getGasUsage = query({
  name: 'get_gas_usage',
  title: 'Gas usage',
  summary: 'Shows the gas that was sponsored for the organization.',
  specified: false,
  request: {},
  response: Type.Object({
    windowDurationMinutes: Type.Number({ title: 'Minutes of the window' }),
    windowLimitUsd: Text('Limit of the window in USD'),
    usageUsd: Text('Usage in USD'),
  }),
  example: { request: {}, response: { windowDurationMinutes: 0, windowLimitUsd: '0', usageUsd: '0' } },
});
