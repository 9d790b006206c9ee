import Type from 'typebox';
import { ETHEREUM_HISTORY_CHAINS, SOLANA_CHAINS } from '../../model/chains.ts';
import { TRANSACTION_STATUSES } from '../../model/enums.ts';
import { query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { AddressText, BytesText, EnumText, HashText, PaginationOptions, Text } from '../fields.ts';
import { Address, AssetId, CHAIN_ERRORS, Display, PageInfo, TransactionHash } from './fields.ts';

/** The service's own record of a transaction, in each dialect under its own name (docs/protocol.md#dialects). */
const Sent = Type.Optional(
  Type.Object(
    {
      sponsored: Type.Boolean({ title: 'Sponsored' }),
      activityFingerprint: Type.Optional(HashText('Fingerprint')),
      submittedAt: Type.Optional(Text('Submitted at')),
    },
    { title: 'Sent by this service' },
  ),
);

const Common = {
  block: Type.Object(
    { number: Text('Number'), hash: HashText('Hash'), timestamp: Text('Timestamp') },
    { title: 'Block' },
  ),
  status: EnumText('Status', TRANSACTION_STATUSES),
  origin: Text('Origin'),
  fee: Type.Object({ amount: Type.String({ title: 'Amount', kind: 'amount' }), caip19: AssetId }, { title: 'Fee' }),
  transfers: Type.Array(
    Type.Object({
      direction: EnumText('Direction', ['IN', 'OUT']),
      asset: Type.Optional(
        Type.Object(
          {
            caip19: AssetId,
            symbol: Text('Symbol'),
            name: Text('Name'),
            decimals: Type.Integer({ title: 'Decimals' }),
          },
          { title: 'Asset' },
        ),
      ),
      amount: Type.String({ title: 'Amount', kind: 'amount' }),
      counterparty: AddressText('Counterparty'),
      display: Display,
    }),
    { title: 'Transfers' },
  ),
  service: Sent,
  turnkey: Sent,
  executionFailed: Type.Optional(Type.Boolean({ title: 'Execution failed' })),
};

const exampleCommon = {
  block: { number: '19000000', hash: `0x${'ab'.repeat(32)}`, timestamp: '2025-04-23T04:45:55Z' },
  status: 'FINALIZED',
  origin: 'EXTERNAL',
  transfers: [],
};

export const listEthTransactionHistory = query({
  name: 'list_eth_transaction_history',
  title: 'Ethereum transactions',
  summary: 'Lists the transactions of a wallet account’s address, newest first.',
  specified: true,
  errors: CHAIN_ERRORS,
  request: {
    address: Address('Address'),
    caip2: Type.Enum(ETHEREUM_HISTORY_CHAINS, { title: 'Chain' }),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({
    transactions: Type.Array(
      Type.Object({
        transactionHash: TransactionHash,
        ...Common,
        from: AddressText('From'),
        to: Type.Optional(AddressText('To')),
      }),
      { title: 'Transactions' },
    ),
    pageInfo: PageInfo,
  }),
  example: {
    request: { address: EXAMPLE.address, caip2: 'eip155:1' },
    response: {
      transactions: [
        {
          transactionHash: `0x${'5c'.repeat(32)}`,
          ...exampleCommon,
          from: EXAMPLE.address,
          fee: { amount: '21000', caip19: 'eip155:1/slip44:60' },
        },
      ],
    },
  },
});

export const listSolTransactionHistory = query({
  name: 'list_sol_transaction_history',
  title: 'Solana transactions',
  summary: 'Lists the transactions of a wallet account’s address on Solana, newest first.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: {
    address: Address('Address'),
    caip2: Type.Enum(SOLANA_CHAINS, { title: 'Chain' }),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({
    transactions: Type.Array(
      Type.Object({
        signature: BytesText('Signature'),
        ...Common,
        feePayer: AddressText('Fee payer'),
        signers: Type.Array(
          Type.Object({ address: AddressText('Address'), writable: Type.Boolean({ title: 'Writable' }) }),
          { title: 'Signers' },
        ),
      }),
      { title: 'Transactions' },
    ),
    pageInfo: PageInfo,
  }),
  example: {
    request: { address: EXAMPLE.solanaAddress, caip2: 'solana:mainnet' },
    response: {
      transactions: [
        {
          signature: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
          ...exampleCommon,
          feePayer: EXAMPLE.solanaAddress,
          signers: [{ address: EXAMPLE.solanaAddress, writable: true }],
          fee: { amount: '5000', caip19: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501' },
        },
      ],
    },
  },
});
