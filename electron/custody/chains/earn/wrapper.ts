import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { abiWords, addressByNonce, addressBySalt, encodeCall } from '../../../crypto/index.ts';
import { contractCall, readAddress, readWord } from '../contract-calls.ts';
import type { Question } from '../node.ts';
import { WRAPPER_CODE } from './wrapper-code.ts';

/**
 * What a wrapper is made with, and nothing can change later.
 * Choice (earn-fee): the fee is a share of what the vault earns beyond the most that shares were worth, taken whenever the wrapper is used, and
 * paid to the fee wallet only.
 * Choice (vault-loss): a deposit of which the vault keeps more than a hundredth is undone by the wrapper.
 */
export interface WrapperTerms {
  /** By CAIP-2. */
  readonly chain: string;
  readonly vaultAddress: string;
  readonly clientFeeBps: number;
  readonly clientFeeWallet: string;
}

/**
 * The contract that makes contracts at addresses which their code alone decides; it is the same on every chain that has it
 * (github.com/Arachnid/deterministic-deployment-proxy). Its data are 32 bytes of salt, then the code.
 */
export const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** Its code, whole. */
export const DEPLOYER_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';

/**
 * Where a wrapper with these terms is and what makes it there. Whoever does that, what is there is `earn-wrapper.sol` with these terms.
 * Choice (wrapper-address): the number of the chain is the salt, so that a wrapper's address names its chain.
 */
export function planWrapper({ chain, vaultAddress, clientFeeBps, clientFeeWallet }: WrapperTerms) {
  const salt = abiWords([BigInt(chain.slice('eip155:'.length))]);
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

/** What a wrapper, and the token it takes, are called with. Amounts are in the smallest unit of the asset. */
export const WRAPPER_CALLS = {
  approve: (spender: string, assets: bigint) => encodeCall('approve(address,uint256)', spender, assets),
  deposit: (assets: bigint, receiver: string) => encodeCall('deposit(uint256,address)', assets, receiver),
  withdraw: (assets: bigint, owner: string) => encodeCall('withdraw(uint256,address,address)', assets, owner, owner),
  withdrawAll: (owner: string) => encodeCall('redeem(uint256,address,address)', ALL, owner, owner),
  setDepositsDisabled: (isDisabled: boolean) => encodeCall('setDepositsDisabled(bool)', isDisabled),
  /** Of the splitter. */
  release: () => encodeCall('release()'),
} as const;

const asked = (contract: string, signature: string, ...values: readonly string[]): Question<bigint | null> =>
  contractCall(contract, encodeCall(signature, ...values), 'latest', readWord);

/** What is asked of a vault (ERC-4626). Each answer is null where no vault gives it. */
export const vaultAsset = (vault: string): Question<string | null> =>
  contractCall(vault, encodeCall('asset()'), 'latest', readAddress);
export const vaultAssets = (vault: string) => asked(vault, 'totalAssets()');

/** What is asked of a wrapper. */
export const wrapperAssets = (wrapper: string) => asked(wrapper, 'totalAssets()');
export const assetsOf = (wrapper: string, owner: string) => asked(wrapper, 'assetsOf(address)', owner);
export const claimableFee = (wrapper: string) => asked(wrapper, 'claimableFee()');
export const depositsDisabled = (wrapper: string) => asked(wrapper, 'depositsDisabled()');
