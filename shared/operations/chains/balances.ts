import Type from 'typebox';
import { BITCOIN_CHAINS, ETHEREUM_CHAINS, SOLANA_CHAINS, TRON_CHAINS } from '../../model/chains.ts';
import { query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { Address, CHAIN_ERRORS, Display, texts } from './fields.ts';

const AnyChain = Type.Enum([...ETHEREUM_CHAINS, ...SOLANA_CHAINS, ...BITCOIN_CHAINS, ...TRON_CHAINS], {
  title: 'Chain',
});

const Decimals = Type.Optional(Type.Integer({ title: 'Decimals' }));

export const getWalletAddressBalances = query({
  name: 'get_wallet_address_balances',
  title: 'Balances',
  summary: 'Shows the balances of a wallet account’s address.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: { address: Address('Address'), caip2: AnyChain },
  response: Type.Object({
    balances: Type.Optional(
      Type.Array(
        Type.Object({
          ...texts({
            caip19: 'Asset',
            symbol: 'Symbol',
            balance: 'Balance',
            name: 'Name',
            tokenProgram: 'Token program',
          }),
          decimals: Decimals,
          display: Display,
        }),
        { title: 'Balances' },
      ),
    ),
  }),
  example: {
    request: { address: EXAMPLE.address, caip2: 'eip155:1' },
    response: { balances: [{ caip19: 'eip155:1/slip44:60', symbol: 'ETH', balance: '1', decimals: 18 }] },
  },
});

export const listSupportedAssets = query({
  name: 'list_supported_assets',
  title: 'Supported assets',
  summary: 'Lists the assets whose balances are reported on a chain.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: { caip2: AnyChain },
  response: Type.Object({
    assets: Type.Optional(
      Type.Array(
        Type.Object({
          ...texts({ caip19: 'Asset', symbol: 'Symbol', name: 'Name', logoUrl: 'Logo URL' }),
          decimals: Decimals,
          stable: Type.Optional(Type.Boolean({ title: 'Stable' })),
          earnProviders: Type.Optional(Type.Array(Type.String(), { title: 'Providers' })),
        }),
        { title: 'Assets' },
      ),
    ),
  }),
  example: {
    request: { caip2: 'eip155:1' },
    response: { assets: [{ caip19: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 }] },
  },
});
