import { notFound, publicError } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { EarnKind, EarnOutcome, EarnWrapperRow } from '../../store/index.ts';
import type { QueryHandler } from '../types.ts';
import { requireAddress } from './addresses.ts';

/**
 * Returns a wrapper that the organization has deployed (docs/protocol.md#earn), on `chain` if one is named. With
 * `orAbove`, which words the error, its parent organization may have deployed it too. Throws NOT_FOUND for any other.
 */
export function requireWrapper(
  address: string,
  { store, caller }: ActingContext,
  orAbove?: string,
  chain?: string,
): EarnWrapperRow {
  const wrapperAddress = requireAddress('/parameters/wrapperAddress', address, 'ADDRESS_FORMAT_ETHEREUM');
  const { organizationId, parentOrganizationId } = caller.organization;
  const own = store.earn.findWrapper(organizationId, wrapperAddress);
  const isBelow = own === undefined && orAbove !== undefined && parentOrganizationId !== null;
  const wrapper = isBelow ? store.earn.findWrapper(parentOrganizationId, wrapperAddress) : own;
  if (wrapper !== undefined && (chain === undefined || wrapper.chain === chain)) return wrapper;
  const where = chain === undefined ? '' : ` on ${chain}`;
  const whose = orAbove === undefined ? '' : ` ${orAbove}`;
  throw notFound(
    `${wrapperAddress} is not a deployed wrapper of this organization${whose}${where}. Nothing was sent and nothing changed.`,
  );
}

/** Returns the wrappers that an organization may deposit into, its own first. */
export function wrappersFor({ store, caller }: ActingContext): readonly EarnWrapperRow[] {
  const { organizationId, parentOrganizationId } = caller.organization;
  const above = parentOrganizationId === null ? [] : store.earn.listWrappers(parentOrganizationId);
  return [...store.earn.listWrappers(organizationId), ...above];
}

/** Returns the status of a wrapper’s deployment. */
export const deploymentOf = (
  { organizationId, deployRequestId }: EarnWrapperRow,
  { store }: Pick<ActingContext, 'store'>,
): EarnStatus => statusOf(store.earn.outcome(organizationId, 'deploy', deployRequestId));

/** Refuses a wrapper that is not on its chain, or not yet. */
export function requireDeployed(wrapper: EarnWrapperRow, context: ActingContext): void {
  const { status, error } = deploymentOf(wrapper, context);
  if (status === 'COMPLETED') return;
  const why = status === 'PENDING' ? 'is still being deployed' : `could not be deployed: ${error ?? 'it failed'}`;
  throw publicError('RPC_CALL_ERROR', `${wrapper.wrapperAddress} ${why}. Nothing was sent.`);
}

interface EarnStatus {
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
  readonly hash?: string;
  readonly error?: string;
}

const STATUSES = { BROADCASTING: 'PENDING', INCLUDED: 'COMPLETED', FAILED: 'FAILED' } as const;

/** A deployment that existed before the request has no transaction. */
function statusOf(outcome: EarnOutcome | undefined): EarnStatus {
  const { state = null, transactionHash = null, error = null } = outcome ?? {};
  return {
    status: state === null ? 'COMPLETED' : STATUSES[state],
    ...(transactionHash === null ? {} : { hash: transactionHash }),
    ...(error === null ? {} : { error }),
  };
}

function statusFor(kind: EarnKind, what: string, requestId: string, { store, caller }: ActingContext): EarnStatus {
  const outcome = store.earn.outcome(caller.organization.organizationId, kind, requestId);
  if (outcome === undefined) throw notFound(`no ${what} found with the given ID`);
  return statusOf(outcome);
}

export const getEarnDeployStatus: QueryHandler<'get_earn_deploy_status'> = ({ deployRequestId }, context) => {
  const { hash: deployTxHash, ...status } = statusFor('deploy', 'earn deployment', deployRequestId, context);
  return { ...status, ...(deployTxHash === undefined ? {} : { deployTxHash }) };
};
export const getEarnDepositStatus: QueryHandler<'get_earn_deposit_status'> = ({ depositRequestId }, context) => {
  const { hash: depositTxHash, ...status } = statusFor('deposit', 'earn deposit', depositRequestId, context);
  return { ...status, ...(depositTxHash === undefined ? {} : { depositTxHash }) };
};
export const getEarnWithdrawStatus: QueryHandler<'get_earn_withdraw_status'> = ({ withdrawRequestId }, context) => {
  const { hash: withdrawTxHash, ...status } = statusFor('withdraw', 'earn withdrawal', withdrawRequestId, context);
  return { ...status, ...(withdrawTxHash === undefined ? {} : { withdrawTxHash }) };
};
export const getClaimEarnFeesStatus: QueryHandler<'get_claim_earn_fees_status'> = ({ claimRequestId }, context) => {
  const { hash: claimTxHash, ...status } = statusFor('claim_fees', 'earn fee claim', claimRequestId, context);
  return { ...status, ...(claimTxHash === undefined ? {} : { claimTxHash }) };
};
/** This service never starts a claim of rewards, so no id exists. */
export const getEarnClaimRewardsStatus: QueryHandler<'get_earn_claim_rewards_status'> = () => {
  throw notFound('no earn reward claim found with the given ID');
};
