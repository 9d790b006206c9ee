import { decimalText, equalInAnyCase, splitAsset } from '../../../../shared/model/index.ts';
import { assetsOf, claimableFee, depositsDisabled, vaultAssets, wrapperAssets } from '../../chains/earn/wrapper.ts';
import { tokenWords } from '../../chains/erc20.ts';
import { type ChainNode, NodeFault } from '../../chains/index.ts';
import type { ActingContext } from '../../request-context.ts';
import type { EarnWrapperRow } from '../../store/index.ts';
import { tokenId } from '../../wire/coins.ts';
import type { QueryHandler } from '../types.ts';
import { requireAddress, requireSigner } from './addresses.ts';
import { requireNode } from './ask-chain.ts';
import { deploymentOf, wrappersFor } from './earn-wrappers.ts';

const assetId = ({ chain, assetAddress }: EarnWrapperRow): string => tokenId(chain, assetAddress);

/** The vault's own name, and an amount for display. Both are absent when a contract has none. */
const named = (name: string | null) => (name === null ? {} : { name });
const shown = (units: bigint, decimals: number | null) =>
  decimals === null ? {} : { crypto: decimalText(units, decimals) };

/**
 * Choice (told-vaults): no registry of vaults is queried, so the vaults of an asset are those that the organization has
 * wrapped. No chain reports their provider or their yield, so a request for one provider returns none.
 */
export const listEarnVaults: QueryHandler<'list_earn_vaults'> = async ({ caip19, provider }, context) => {
  const node = requireNode(splitAsset(caip19)?.chain ?? '', context);
  if (provider !== undefined) return { vaults: [] };
  const ofAsset = wrappersFor(context).filter((wrapper) => equalInAnyCase(assetId(wrapper), caip19));
  const [first] = ofAsset;
  if (first === undefined) return { vaults: [] };
  const { decimals } = await tokenWords(node, first.assetAddress);
  const vaults = [...new Map(ofAsset.map((wrapper) => [wrapper.vaultAddress, wrapper])).values()];
  return {
    vaults: await Promise.all(
      vaults.map(async (wrapper) => {
        const { vaultAddress } = wrapper;
        const [assets, { name }] = await Promise.all([
          node.ask(vaultAssets(vaultAddress)),
          tokenWords(node, vaultAddress),
        ]);
        const value = assets === null ? {} : { tvl: String(assets), display: shown(assets, decimals) };
        return { vaultAddress, caip19: assetId(wrapper), enabled: true, ...named(name), ...value };
      }),
    ),
  };
};

/**
 * Choice (unasked-wrappers): a wrapper on a chain without a node, or without a reachable one, is returned with its
 * recorded data. So the others can be complete.
 */
export const listEarnEnabledVaults: QueryHandler<'list_earn_enabled_vaults'> = async (
  { caip19, provider },
  context,
) => {
  const { store, caller } = context;
  const own = provider === undefined ? store.earn.listWrappers(caller.organization.organizationId) : [];
  const listed = own.filter((wrapper) => caip19 === undefined || equalInAnyCase(assetId(wrapper), caip19));
  return { enabledVaults: await Promise.all(listed.map((wrapper) => enabledVault(wrapper, context))) };
};

async function enabledVault(wrapper: EarnWrapperRow, context: ActingContext) {
  const { vaultAddress, wrapperAddress, clientFeeBps, clientFeeWallet, deployRequestId } = wrapper;
  const { status, error } = deploymentOf(wrapper, context);
  const recorded = {
    vaultAddress,
    wrapperAddress,
    caip19: assetId(wrapper),
    clientFeeBps: String(clientFeeBps),
    clientFeeWallet,
    deployStatus: status,
    deployRequestId,
    ...(error === undefined ? {} : { deployError: error }),
  };
  return readFromNode(wrapper, context, recorded, (node) => fromChain(node, wrapper, status, recorded));
}

async function fromChain<Recorded extends object>(
  node: ChainNode,
  { vaultAddress, wrapperAddress, assetAddress }: EarnWrapperRow,
  status: string,
  recorded: Recorded,
) {
  const { name } = await tokenWords(node, vaultAddress);
  const ofVault = { ...recorded, ...named(name) };
  if (status !== 'COMPLETED') return ofVault;
  const [assets, fee, isStopped] = await node.askAll<[bigint | null, bigint | null, bigint | null]>([
    wrapperAssets(wrapperAddress),
    claimableFee(wrapperAddress),
    depositsDisabled(wrapperAddress),
  ]);
  const { decimals } = await tokenWords(node, assetAddress);
  return {
    ...ofVault,
    ...(assets === null ? {} : { totalDeposited: String(assets), display: shown(assets, decimals) }),
    ...(fee === null ? {} : { claimableClientFee: String(fee), claimableClientFeeDisplay: shown(fee, decimals) }),
    ...(isStopped === null ? {} : { depositsDisabled: isStopped !== 0n }),
  };
}

/**
 * Returns a node's data of a wrapper. Without an answer it returns the recorded data, and the reason
 * (`unasked-wrappers`).
 */
async function readFromNode<Recorded extends object, Reply>(
  { chain }: EarnWrapperRow,
  { chains }: ActingContext,
  recorded: Recorded,
  ask: (node: ChainNode) => Promise<Reply>,
): Promise<Reply | Recorded | (Recorded & { readonly chainError: string })> {
  const node = chains.find(chain);
  if (node === undefined) return recorded;
  try {
    return await ask(node);
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    return { ...recorded, chainError: error.message };
  }
}

/**
 * Returns an account's positions in its wrappers. A chain without a node lists the recorded deposits
 * (`unasked-wrappers`).
 */
export const listEarnPositions: QueryHandler<'list_earn_positions'> = async ({ walletAddress }, context) => {
  requireSigner('/walletAddress', walletAddress, ['ADDRESS_FORMAT_ETHEREUM'], context);
  const account = requireAddress('/walletAddress', walletAddress, 'ADDRESS_FORMAT_ETHEREUM');
  const deployed = wrappersFor(context).filter((wrapper) => deploymentOf(wrapper, context).status === 'COMPLETED');
  const positions = await Promise.all(deployed.map((wrapper) => position(wrapper, account, context)));
  return { positions: positions.filter((one) => one !== null) };
};

async function position(wrapper: EarnWrapperRow, account: string, context: ActingContext) {
  const { vaultAddress, wrapperAddress } = wrapper;
  const { deposited, withdrawn } = totals(context.store.earn.moves(wrapperAddress, account));
  const recorded = {
    vaultAddress,
    wrapperAddress,
    caip19: assetId(wrapper),
    totalDeposited: String(deposited),
    totalWithdrawn: String(withdrawn),
  };
  const answer = await readFromNode(wrapper, context, recorded, (node) => holding(node, wrapper, account, recorded));
  return answer !== null && (deposited > 0n || 'currentValue' in answer) ? answer : null;
}

/** Null where there is nothing in it and nothing was put in. */
async function holding(
  node: ChainNode,
  { wrapperAddress, assetAddress }: EarnWrapperRow,
  account: string,
  recorded: { readonly totalDeposited: string; readonly totalWithdrawn: string },
) {
  const [held, isStopped] = await node.askAll<[bigint | null, bigint | null]>([
    assetsOf(wrapperAddress, account),
    depositsDisabled(wrapperAddress),
  ]);
  const value = held ?? 0n;
  if (value === 0n && recorded.totalDeposited === '0') return null;
  const { decimals } = await tokenWords(node, assetAddress);
  const display = (units: bigint) => shown(units, decimals).crypto;
  return {
    ...recorded,
    currentValue: String(value),
    depositsDisabled: isStopped === 1n,
    display: {
      currentValueCrypto: display(value),
      totalDepositedCrypto: display(BigInt(recorded.totalDeposited)),
      totalWithdrawnCrypto: display(BigInt(recorded.totalWithdrawn)),
    },
  };
}

/** Sums the moves of the current position. A withdrawal of everything resets the sums (docs/protocol.md#earn). */
function totals(moves: readonly { readonly kind: string; readonly amount: string | null }[]) {
  const current = moves.slice(moves.findLastIndex(({ amount }) => amount === 'MAX') + 1);
  const sum = (wanted: string) =>
    current.filter(({ kind }) => kind === wanted).reduce((total, { amount }) => total + BigInt(amount ?? 0), 0n);
  return { deposited: sum('deposit'), withdrawn: sum('withdraw') };
}

/** See the choice `no-rewards`. */
export const listEarnRewards: QueryHandler<'list_earn_rewards'> = ({ walletAddress }, context) => {
  requireSigner('/walletAddress', walletAddress, ['ADDRESS_FORMAT_ETHEREUM'], context);
  return { rewards: [] };
};
