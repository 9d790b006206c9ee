import Type from 'typebox';
import { EARN_PROVIDERS } from '../../model/enums.ts';
import { query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { PaginationOptions } from '../fields.ts';
import { Address, CHAIN_ERRORS, Display, EarnChain, PageInfo, texts } from './fields.ts';

const EXAMPLE_ASSET = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const Provider = Type.Optional(Type.Enum(EARN_PROVIDERS, { title: 'Provider' }));

/** CAIP-19. */
const asset = {
  title: 'Asset',
  kind: 'bytes',
  pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}(/[-.%a-zA-Z0-9]{1,78})?$',
  says: 'a CAIP-19 asset, as in eip155:1/erc20:0x…',
} as const;

/** The reported facts about a vault. */
const Vault = {
  ...texts({
    vaultAddress: 'Vault address',
    provider: 'Provider',
    caip19: 'Asset',
    apyPct: 'Yield in percent',
    name: 'Name',
    curator: 'Curator',
    liquidity: 'Liquidity',
    forceDeallocatableLiquidity: 'Liquidity that can be forced',
  }),
  display: Display,
  liquidityDisplay: Display,
  forceDeallocatableLiquidityDisplay: Display,
};

export const listEarnVaults = query({
  name: 'list_earn_vaults',
  title: 'Earn vaults',
  summary: 'Lists the vaults that an asset can earn in.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: {
    provider: Provider,
    caip19: Type.String(asset),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({
    vaults: Type.Optional(
      Type.Array(
        Type.Object({
          ...Vault,
          ...texts({ tvl: 'Total value' }),
          enabled: Type.Optional(Type.Boolean({ title: 'Enabled' })),
        }),
        { title: 'Vaults' },
      ),
    ),
    pageInfo: PageInfo,
  }),
  example: {
    request: { caip19: EXAMPLE_ASSET },
    response: { vaults: [{ vaultAddress: EXAMPLE.address, provider: 'EARN_PROVIDER_MORPHO', caip19: EXAMPLE_ASSET }] },
  },
});

export const listEarnEnabledVaults = query({
  name: 'list_earn_enabled_vaults',
  title: 'Enabled earn vaults',
  summary: 'Lists the vaults that have a wrapper of the organization.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: {
    provider: Provider,
    caip19: Type.Optional(Type.String(asset)),
    includeExposure: Type.Optional(Type.Boolean({ title: 'Include exposure' })),
  },
  response: Type.Object({
    enabledVaults: Type.Optional(
      Type.Array(
        Type.Object({
          ...Vault,
          ...texts({
            wrapperAddress: 'Wrapper address',
            totalDeposited: 'Total deposited',
            netApyPct: 'Net yield in percent',
            clientFeeBps: 'Client fee in basis points',
            claimableClientFee: 'Claimable client fee',
            clientFeeWallet: 'Client fee wallet',
            deployStatus: 'Deploy status',
            deployRequestId: 'Deploy request id',
            deployError: 'Deploy error',
            chainError: 'The reason why its chain was not read',
          }),
          claimableClientFeeDisplay: Display,
          depositsDisabled: Type.Optional(Type.Boolean({ title: 'Deposits disabled' })),
          exposures: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { title: 'Exposures' })),
        }),
        { title: 'Enabled vaults' },
      ),
    ),
  }),
  example: {
    request: {},
    response: { enabledVaults: [{ vaultAddress: EXAMPLE.address, wrapperAddress: EXAMPLE.address }] },
  },
});

export const listEarnPositions = query({
  name: 'list_earn_positions',
  title: 'Earn positions',
  summary: 'Lists the deposits of an address in vaults that earn.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: { walletAddress: Address('Wallet address') },
  response: Type.Object({
    positions: Type.Optional(
      Type.Array(
        Type.Object({
          ...texts({
            vaultAddress: 'Vault address',
            wrapperAddress: 'Wrapper address',
            provider: 'Provider',
            caip19: 'Asset',
            currentValue: 'Current value',
            totalDeposited: 'Total deposited',
            totalWithdrawn: 'Total withdrawn',
            chainError: 'The reason why its chain was not read',
          }),
          display: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title: 'Display' })),
          depositsDisabled: Type.Optional(Type.Boolean({ title: 'Deposits disabled' })),
        }),
        { title: 'Positions' },
      ),
    ),
  }),
  example: {
    request: { walletAddress: EXAMPLE.address },
    response: { positions: [{ wrapperAddress: EXAMPLE.address, currentValue: '1' }] },
  },
});

export const listEarnRewards = query({
  name: 'list_earn_rewards',
  title: 'Earn rewards',
  summary: 'Lists the rewards of an address in vaults that earn.',
  specified: false,
  errors: CHAIN_ERRORS,
  request: { walletAddress: Address('Wallet address'), caip2: Type.Optional(EarnChain) },
  response: Type.Object({
    rewards: Type.Optional(
      Type.Array(
        Type.Object({
          ...texts({
            caip2: 'Chain',
            caip19: 'Asset',
            symbol: 'Symbol',
            claimable: 'Claimable',
            claimed: 'Claimed',
            pending: 'Pending',
          }),
          decimals: Type.Optional(Type.Integer({ title: 'Decimals' })),
          display: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title: 'Display' })),
        }),
        { title: 'Rewards' },
      ),
    ),
  }),
  example: {
    request: { walletAddress: EXAMPLE.address },
    response: { rewards: [{ caip2: 'eip155:1', symbol: 'MORPHO', claimable: '1' }] },
  },
});
