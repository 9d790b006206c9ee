import { requireChainId } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { abiWords, addressByNonce, addressBySalt, encodeCall } from '../../../crypto/index.ts';
import { contractCall, readAddress, readWord } from '../contract-calls.ts';
import type { Question } from '../node.ts';
import { WRAPPER_CODE } from './wrapper-code.ts';

/**
 * The terms of a wrapper, which nothing can change later.
 * Choice (earn-fee): the fee is a share of the vault's gains above the highest share price so far. It is taken whenever
 * the wrapper is used, and paid to the fee wallet only.
 * Choice (vault-loss): the wrapper reverts a deposit of which the vault keeps more than a hundredth.
 */
export interface WrapperTerms {
  /** By CAIP-2. */
  readonly chain: string;
  readonly vaultAddress: string;
  readonly clientFeeBps: number;
  readonly clientFeeWallet: string;
}

/**
 * The deterministic deployment proxy, which has the same address on every chain
 * (github.com/Arachnid/deterministic-deployment-proxy). The address of a deployed contract depends on its salt and code
 * alone. The call data are 32 bytes of salt, then the code.
 */
export const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** Its code, whole. */
export const DEPLOYER_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';

/**
 * Returns the address of a wrapper with these terms and the call that deploys it. Whoever sends that call, the result
 * is `earn-wrapper.sol` with these terms. Choice (wrapper-address): the chain id is the salt, so that a wrapper's
 * address names its chain.
 */
export function planWrapper({ chain, vaultAddress, clientFeeBps, clientFeeWallet }: WrapperTerms) {
  const salt = abiWords([requireChainId(chain)]);
  const terms = abiWords([vaultAddress, BigInt(clientFeeBps), clientFeeWallet]);
  const code = hexDecode(WRAPPER_CODE + hexEncode(terms));
  const wrapperAddress = addressBySalt(DEPLOYER, salt, code);
  return {
    wrapperAddress,
    // The first contract that the wrapper makes.
    splitterAddress: addressByNonce(wrapperAddress, 1),
    data: hexDecode(hexEncode(salt) + hexEncode(code)),
  };
}

/** The largest number there is: all that the owner has. */
const ALL = 2n ** 256n - 1n;

/** The calls of a wrapper and of its token. Amounts are in the smallest unit of the asset. */
export const WRAPPER_CALLS = {
  approve: (spender: string, assets: bigint) => encodeCall('approve(address,uint256)', spender, assets),
  deposit: (assets: bigint, receiver: string) => encodeCall('deposit(uint256,address)', assets, receiver),
  withdraw: (assets: bigint, owner: string) => encodeCall('withdraw(uint256,address,address)', assets, owner, owner),
  withdrawAll: (owner: string) => encodeCall('redeem(uint256,address,address)', ALL, owner, owner),
  setDepositsDisabled: (isDisabled: boolean) => encodeCall('setDepositsDisabled(bool)', isDisabled),
  /** A function of the splitter. */
  release: () => encodeCall('release()'),
} as const;

const asked = (contract: string, signature: string, ...values: readonly string[]): Question<bigint | null> =>
  contractCall(contract, encodeCall(signature, ...values), 'latest', readWord);

/** The queries of a vault (ERC-4626). Each answer is null where no vault gives it. */
export const vaultAsset = (vault: string): Question<string | null> =>
  contractCall(vault, encodeCall('asset()'), 'latest', readAddress);
export const vaultAssets = (vault: string) => asked(vault, 'totalAssets()');

/** The queries of a wrapper. */
export const wrapperAssets = (wrapper: string) => asked(wrapper, 'totalAssets()');
export const assetsOf = (wrapper: string, owner: string) => asked(wrapper, 'assetsOf(address)', owner);
export const claimableFee = (wrapper: string) => asked(wrapper, 'claimableFee()');
export const depositsDisabled = (wrapper: string) => asked(wrapper, 'depositsDisabled()');
