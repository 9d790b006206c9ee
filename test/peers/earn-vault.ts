import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { type AnvilNode, startAnvil } from './anvil-node.ts';
import { type Compiled, carriedOut, compile, deploy } from './solidity.ts';

export const CHAIN = 'eip155:8453';
/** A dollar. */
export const ONE = 10n ** 6n;

/** A real node with a token of six decimals and a vault for it. */
export interface EarnChain {
  readonly node: AnvilNode;
  readonly token: `0x${string}`;
  readonly vault: `0x${string}`;
  /** An account that pays for the tests' transactions. */
  readonly payer: string;
  /** Calls a contract of the vault’s or the wrapper’s kind and returns the result. */
  read<Result>(contract: string, name: string, ...args: readonly unknown[]): Promise<Result>;
  /** Calls it from an account that the node plays. Throws the contract's error. */
  writeAs(from: string, contract: string, name: string, ...args: readonly unknown[]): Promise<void>;
  /** Has the payer call it. */
  write(contract: string, name: string, ...args: readonly unknown[]): Promise<void>;
  /** Makes the vault earn this amount in the next block. */
  gain(amount: bigint, fees: object): Promise<void>;
  deploy(name: 'Token' | 'Vault' | 'EnteringVault', ...args: readonly unknown[]): Promise<`0x${string}`>;
  /** Sends an account coins for its fees, and this much of the token. */
  fund(account: string, amount: bigint): Promise<void>;
  end(): Promise<void>;
}

export const WRAPPER_SOURCE = new URL('../../electron/custody/chains/earn/earn-wrapper.sol', import.meta.url);

export async function startEarnChain(): Promise<EarnChain> {
  const node = await startAnvil('--chain-id', '8453', '--accounts', '1');
  const contracts: Readonly<Record<string, Compiled>> = {
    ...compile(new URL('contracts/vault.sol', import.meta.url)),
    ...compile(new URL('contracts/token.sol', import.meta.url)),
    ...compile(WRAPPER_SOURCE),
  };
  // Functions of one name are alike in all of them, apart from the differences of ERC-20 and ERC-4626.
  const abi = Object.values(contracts).flatMap((contract) => contract.abi);
  const of = (name: string) => contracts[name] ?? { abi: [], bytecode: '0x' };
  const token = await deploy(node, of('Token'), 'Dollar', 'USD', 6);
  const vault = await deploy(node, of('Vault'), token);
  const [payer = ''] = await node.call<string[]>('eth_accounts');
  const one = (name: string) => [abi.find((item) => (item as { name?: string }).name === name)];
  const chain: EarnChain = {
    node,
    token,
    vault,
    payer,
    async read<Result>(contract: string, name: string, ...args: readonly unknown[]) {
      const data = encodeFunctionData({ abi: one(name) as readonly unknown[], functionName: name, args });
      const result = await node.call<`0x${string}`>('eth_call', { to: contract, data }, 'latest');
      return decodeFunctionResult({ abi: one(name), functionName: name, data: result }) as Result;
    },
    async writeAs(from, contract, name, ...args) {
      const data = encodeFunctionData({ abi: one(name) as readonly unknown[], functionName: name, args });
      // Sent at once it would fail without a word.
      await node.call('eth_call', { from, to: contract, data }, 'latest');
      await carriedOut(node, { from, to: contract, data, gas: '0x200000' });
    },
    write: (contract, name, ...args) => chain.writeAs(payer, contract, name, ...args),
    async gain(amount, fees) {
      const data = encodeFunctionData({
        abi: one('mint') as readonly unknown[],
        functionName: 'mint',
        args: [vault, amount],
      });
      await node.call('eth_sendTransaction', { from: payer, to: token, data, gas: '0x30d40', ...fees });
    },
    deploy: (name, ...args) => deploy(node, of(name), ...args),
    async fund(account, amount) {
      await node.call('anvil_setBalance', account, `0x${(10n ** 20n).toString(16)}`);
      if (amount > 0n) await chain.write(token, 'mint', account, amount);
    },
    end: () => node.end(),
  };
  return chain;
}
