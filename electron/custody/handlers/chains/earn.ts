import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { notFound } from '../../public-error.ts';
import type { ActivityContext, ActivityHandler, QueryHandler } from '../types.ts';
import { requireAddress, requireSigner } from './addresses.ts';
import { noEndpoint } from './no-endpoint.ts';

/** Refuses every wrapper: it would have to be one that the organization has deployed (SPEC 7), and there is none. */
function requireWrapper(address: string, chain?: string): never {
  const wrapper = requireAddress('/parameters/wrapperAddress', address, 'ADDRESS_FORMAT_ETHEREUM');
  throw noEndpoint(chain, `${wrapper} is not a deployed wrapper of this organization, and none can be deployed`);
}

/** Money in or out: whose it is comes first. */
function move(
  { wrapperAddress, signWith, chainCaip2 }: ActivityParameters<'earn_withdraw' | 'earn_deposit'>,
  context: ActivityContext,
): never {
  requireSigner('/parameters/signWith', signWith, 'ADDRESS_FORMAT_ETHEREUM', context);
  return requireWrapper(wrapperAddress, chainCaip2);
}

export const earnWithdraw: ActivityHandler<'earn_withdraw'> = move;
export const earnDeposit: ActivityHandler<'earn_deposit'> = move;

export const claimEarnFees: ActivityHandler<'claim_earn_fees'> = ({ wrapperAddress }) => requireWrapper(wrapperAddress);
export const earnSetWrapperState: ActivityHandler<'earn_set_wrapper_state'> = ({ wrapperAddress }) =>
  requireWrapper(wrapperAddress);

export const earnDeployWrapper: ActivityHandler<'earn_deploy_wrapper'> = (parameters, context) => {
  const { vaultAddress, clientFeeWallet, chainCaip2 } = parameters;
  requireAddress('/parameters/vaultAddress', vaultAddress, 'ADDRESS_FORMAT_ETHEREUM');
  requireSigner('/parameters/clientFeeWallet', clientFeeWallet, 'ADDRESS_FORMAT_ETHEREUM', context);
  throw noEndpoint(chainCaip2);
};

export const earnClaimRewards: ActivityHandler<'earn_claim_rewards'> = ({ signWith, chainCaip2 }, context) => {
  requireSigner('/parameters/signWith', signWith, 'ADDRESS_FORMAT_ETHEREUM', context);
  throw noEndpoint(chainCaip2);
};

/** No such work was ever begun here, so no id is that of one. */
const statusOf = (what: string) => (): never => {
  throw notFound(`no ${what} found with the given ID`);
};
export const getEarnWithdrawStatus: QueryHandler<'get_earn_withdraw_status'> = statusOf('earn withdrawal');
export const getClaimEarnFeesStatus: QueryHandler<'get_claim_earn_fees_status'> = statusOf('earn fee claim');
export const getEarnClaimRewardsStatus: QueryHandler<'get_earn_claim_rewards_status'> = statusOf('earn reward claim');
export const getEarnDeployStatus: QueryHandler<'get_earn_deploy_status'> = statusOf('earn deployment');
export const getEarnDepositStatus: QueryHandler<'get_earn_deposit_status'> = statusOf('earn deposit');

/** The chain that an asset is of, by its CAIP-19 name. */
const chainOf = (caip19: string | undefined) => caip19?.split('/', 1)[0];

export const listEarnVaults: QueryHandler<'list_earn_vaults'> = ({ caip19 }) => {
  throw noEndpoint(chainOf(caip19));
};
export const listEarnEnabledVaults: QueryHandler<'list_earn_enabled_vaults'> = ({ caip19 }) => {
  throw noEndpoint(chainOf(caip19));
};

/** What an address holds or may claim. */
export const listEarnPositions: QueryHandler<'list_earn_positions'> = ({ walletAddress }, context) => {
  requireSigner('/walletAddress', walletAddress, 'ADDRESS_FORMAT_ETHEREUM', context);
  throw noEndpoint(undefined);
};
export const listEarnRewards: QueryHandler<'list_earn_rewards'> = ({ walletAddress, caip2 }, context) => {
  requireSigner('/walletAddress', walletAddress, 'ADDRESS_FORMAT_ETHEREUM', context);
  throw noEndpoint(caip2);
};
