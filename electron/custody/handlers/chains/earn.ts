import { codeAt } from '../../chains/contract-calls.ts';
import {
  assetsOf,
  claimableFee,
  DEPLOYER,
  DEPLOYER_CODE,
  depositsDisabled,
  planWrapper,
  vaultAsset,
  vaultAssets,
  WRAPPER_CALLS,
} from '../../chains/earn/wrapper.ts';
import { tokenBalance } from '../../chains/erc20.ts';
import type { ChainNode } from '../../chains/index.ts';
import { rehearsedGas } from '../../chains/rehearsal.ts';
import { uuidV7 } from '../../identifiers.ts';
import { publicError, requestInvalid } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';
import type { EarnKind, EarnRequestRow, EarnWrapperRow } from '../../store/index.ts';
import type { ActivityHandler } from '../types.ts';
import { requireAddress, requireSigner } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { requireDeployed, requireWrapper } from './earn-wrappers.ts';
import { type Call, estimateOf, withMargin } from './quote.ts';
import { prepareTransaction, refuseSponsor } from './send.ts';

const AMOUNT_BITS = 256n;
/**
 * Choice (deposit-gas): the gas of a deposit is estimated together with its approval, without which it would fail. With
 * a node that cannot estimate both, this is the gas limit.
 */
const MOST_DEPOSIT_GAS = 1_500_000n;
/**
 * Gas for writing an approval again (EIP-2929: 22,100). A pending earlier deposit may use up the approval that the
 * estimate still saw.
 */
const NEW_APPROVAL_GAS = 25_000n;
/**
 * Gas for taking the fee (EIP-2929: 38,000). If the vault earns after the estimate, the call writes a new share and a
 * new mark.
 */
const TAKING_FEE_GAS = 50_000n;

export const earnDeployWrapper: ActivityHandler<'earn_deploy_wrapper'> = async (parameters, context) => {
  const { chainCaip2: chain, clientFeeBps } = parameters;
  const vaultAddress = requireAddress('/parameters/vaultAddress', parameters.vaultAddress, 'ADDRESS_FORMAT_ETHEREUM');
  const clientFeeWallet = requireAccountOf('/parameters/clientFeeWallet', parameters.clientFeeWallet, context);
  const node = requireNode(chain, context);
  const terms = { chain, vaultAddress, clientFeeBps: Number(clientFeeBps), clientFeeWallet };
  const { data, ...addresses } = planWrapper(terms);
  const { store, caller } = context;
  const { organizationId } = caller.organization;
  /** Choice (deploy-again): a wrapper is deployed once, and once more only when that failed. */
  const begun = () => {
    const known = store.earn.findWrapper(organizationId, addresses.wrapperAddress);
    if (known === undefined) return undefined;
    return store.earn.outcome(organizationId, 'deploy', known.deployRequestId)?.state === 'FAILED' ? undefined : known;
  };
  const done = ({ deployRequestId }: Pick<EarnWrapperRow, 'deployRequestId'>) => ({ ...addresses, deployRequestId });
  const known = begun();
  if (known !== undefined) return () => done(known);

  const assetAddress = await requireVault(node, vaultAddress);
  const isThere = (await node.ask(codeAt(addresses.wrapperAddress))) !== '0x';
  if (!isThere && (await node.ask(codeAt(DEPLOYER))) !== DEPLOYER_CODE)
    throw publicError(
      'RPC_CALL_ERROR',
      `${chain} does not have the contract at ${DEPLOYER}, which makes wrappers. Nothing was sent.`,
    );
  const call = { from: clientFeeWallet, to: DEPLOYER, value: 0n, data };
  const send = isThere ? null : await prepareTransaction(node, call, {}, context);
  return () => {
    const meanwhile = begun();
    if (meanwhile !== undefined) return done(meanwhile);
    const about = { chain, wrapperAddress: addresses.wrapperAddress, account: clientFeeWallet, amount: null };
    const deployRequestId = keepRequest('deploy', about, send?.() ?? null, context);
    store.earn.putWrapper({ organizationId, ...terms, ...addresses, assetAddress, deployRequestId });
    return done({ deployRequestId });
  };
};

export const earnDeposit: ActivityHandler<'earn_deposit'> = async (parameters, context) => {
  const { account, wrapper, node } = requireMove(parameters, context);
  const assets = BigInt(parameters.assets);
  if (assets === 0n) throw requestInvalid('bad request body: /parameters/assets is nothing');
  requireAmount('/parameters/assets', assets);
  const { wrapperAddress, assetAddress } = wrapper;
  const [isStopped, held] = await node.askAll<[bigint | null, bigint | null]>([
    depositsDisabled(wrapperAddress),
    tokenBalance(assetAddress, account, 'latest'),
  ]);
  if (isStopped !== 0n)
    throw requestInvalid(`${wrapperAddress} takes no deposits. Nothing was sent; what is in it can be withdrawn.`);
  requireHeld(assets, held, `${account} has`);
  const called = (to: string, data: Uint8Array) => ({ from: account, to, value: 0n, data });
  const approval = called(assetAddress, WRAPPER_CALLS.approve(wrapperAddress, assets));
  const gasLimit = withMargin(await node.ask(estimateOf(approval))) + NEW_APPROVAL_GAS;
  const paid = called(wrapperAddress, WRAPPER_CALLS.deposit(assets, account));
  const rehearsed = await rehearsedGas(node, account, [approval, paid]);
  const depositGas = rehearsed === null ? MOST_DEPOSIT_GAS : withMargin(rehearsed) + TAKING_FEE_GAS;
  const approve = await prepareTransaction(node, approval, { gasLimit: String(gasLimit) }, context);
  const deposit = await prepareTransaction(node, paid, { gasLimit: String(depositGas) }, context);
  const about = { chain: node.chain, wrapperAddress, account, amount: String(assets) };
  return () => ({ depositRequestId: keepRequest('deposit', about, deposit(approve()), context) });
};

export const earnWithdraw: ActivityHandler<'earn_withdraw'> = async (parameters, context) => {
  const { account, wrapper, node } = requireMove(parameters, context);
  const { amountValue: amount } = parameters;
  const { wrapperAddress } = wrapper;
  const assets = amount === 'MAX' ? 1n : BigInt(amount);
  requireAmount('/parameters/amountValue', assets);
  requireHeld(assets, await node.ask(assetsOf(wrapperAddress, account)), `${account} has in ${wrapperAddress}`);
  const data = amount === 'MAX' ? WRAPPER_CALLS.withdrawAll(account) : WRAPPER_CALLS.withdraw(assets, account);
  const send = await prepareUse(node, { from: account, to: wrapperAddress, value: 0n, data }, context);
  const about = { chain: node.chain, wrapperAddress, account, amount };
  return () => ({ withdrawRequestId: keepRequest('withdraw', about, send(), context) });
};

export const claimEarnFees: ActivityHandler<'claim_earn_fees'> = async (parameters, context) => {
  const { wrapper, node } = requireOwn(parameters.wrapperAddress, context);
  const { wrapperAddress, splitterAddress, clientFeeWallet: account } = wrapper;
  if (!(await node.ask(claimableFee(wrapperAddress))))
    throw requestInvalid(`no fees have accrued in ${wrapperAddress}, so nothing was claimed and nothing was sent`);
  const call = { from: account, to: splitterAddress, value: 0n, data: WRAPPER_CALLS.release() };
  const send = await prepareUse(node, call, context);
  const about = { chain: node.chain, wrapperAddress, account, amount: null };
  return () => ({ claimRequestId: keepRequest('claim_fees', about, send(), context) });
};

export const earnSetWrapperState: ActivityHandler<'earn_set_wrapper_state'> = async (parameters, context) => {
  const { depositsDisabled: isDisabled } = parameters;
  const { wrapper, node } = requireOwn(parameters.wrapperAddress, context);
  const { wrapperAddress, clientFeeWallet: from } = wrapper;
  const call = { from, to: wrapperAddress, value: 0n, data: WRAPPER_CALLS.setDepositsDisabled(isDisabled) };
  const send = await prepareTransaction(node, call, {}, context);
  return () => {
    send();
    return { wrapperAddress, depositsDisabled: isDisabled };
  };
};

/**
 * Choice (no-rewards): only services that are never queried know the rewards of vaults, so there is nothing to claim.
 */
export const earnClaimRewards: ActivityHandler<'earn_claim_rewards'> = ({ signWith, chainCaip2, sponsor }, context) => {
  requireAccountOf('/parameters/signWith', signWith, context);
  requireNode(chainCaip2, context);
  refuseSponsor(sponsor);
  throw publicError(
    'RPC_CALL_ERROR',
    'no rewards are known to this service, which asks nobody but the nodes of a chain. Nothing was claimed and nothing was sent.',
  );
};

interface Move {
  readonly wrapperAddress: string;
  readonly signWith: string;
  readonly chainCaip2: string;
  readonly sponsor?: boolean;
}

/**
 * Checks a deposit or withdrawal, the ownership of the account first. A wrapper of the parent organization is accepted
 * too (docs/protocol.md#earn).
 */
function requireMove({ wrapperAddress, signWith, chainCaip2, sponsor }: Move, context: ActivityContext) {
  const account = requireAccountOf('/parameters/signWith', signWith, context);
  const wrapper = requireWrapper(wrapperAddress, context, 'or of the one above it', chainCaip2);
  const node = requireNode(chainCaip2, context);
  refuseSponsor(sponsor);
  requireDeployed(wrapper, context);
  return { account, wrapper, node };
}

/**
 * Returns the wrapper and a node for changes to the wrapper itself. The organization that deployed it makes them with
 * its fee wallet.
 */
function requireOwn(wrapperAddress: string, context: ActivityContext) {
  const wrapper = requireWrapper(wrapperAddress, context);
  const node = requireNode(wrapper.chain, context);
  requireDeployed(wrapper, context);
  return { wrapper, node };
}

/** A transaction in which the wrapper may have a fee to take that was not due when it was tried. */
async function prepareUse(node: ChainNode, call: Call, context: ActivityContext): Promise<() => string> {
  const gasLimit = withMargin(await node.ask(estimateOf(call))) + TAKING_FEE_GAS;
  return prepareTransaction(node, call, { gasLimit: String(gasLimit) }, context);
}

/** An account of the organization on a chain, by its one spelling. */
function requireAccountOf(path: string, address: string, context: ActivityContext): string {
  requireSigner(path, address, ['ADDRESS_FORMAT_ETHEREUM'], context);
  return requireAddress(path, address, 'ADDRESS_FORMAT_ETHEREUM');
}

/**
 * The token that a vault takes. Refuses what does not answer as one (ERC-4626).
 * Choice (earn-vaults): whatever does is taken, because no list of vaults is asked.
 */
async function requireVault(node: ChainNode, vaultAddress: string): Promise<string> {
  const [asset, assets] = await node.askAll<[string | null, bigint | null]>([
    vaultAsset(vaultAddress),
    vaultAssets(vaultAddress),
  ]);
  if (asset !== null && assets !== null) return asset;
  throw requestInvalid(
    `bad request body: /parameters/vaultAddress does not answer as a vault of ${node.chain} (ERC-4626). Nothing was sent.`,
  );
}

function requireAmount(path: string, amount: bigint): void {
  if (amount >> AMOUNT_BITS > 0n) throw requestInvalid(`bad request body: ${path} has more than ${AMOUNT_BITS} bits`);
}

function requireHeld(assets: bigint, held: bigint | null, who: string): void {
  if (held !== null && held >= assets) return;
  throw requestInvalid(`${who} ${held ?? 0n} of the smallest unit of its asset, which is less. Nothing was sent.`);
}

/**
 * Stores the request and returns its id, which is its transaction's id when it has one. Runs inside the transaction
 * that stores the activity.
 */
function keepRequest(
  kind: EarnKind,
  about: Pick<EarnRequestRow, 'chain' | 'wrapperAddress' | 'account' | 'amount'>,
  statusId: string | null,
  { store, caller, now }: ActivityContext,
): string {
  const requestId = statusId ?? uuidV7(now());
  const { organizationId } = caller.organization;
  store.earn.insertRequest({ requestId, organizationId, kind, ...about, statusId });
  return requestId;
}
