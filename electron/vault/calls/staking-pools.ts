/** Pools that stake coins for a token of their own, by a function that wrapped coins have too. */
import type { Arguments } from './standard.ts';

interface Pool {
  readonly name: string;
  readonly token: string;
}

/** By their chains and addresses, after the deployments of etherfi-protocol and rocket-pool. */
const POOLS: Readonly<Record<string, Readonly<Record<string, Pool>>>> = {
  'eip155:1': {
    '0x308861a430be4cce5502d0a12724771fc6daf216': { name: 'ether.fi', token: 'eETH' },
    '0xce15294273cfb9d9b628f4d61636623decdf4fdc': { name: 'Rocket Pool', token: 'rETH' },
  },
};

/** Returns the sentence about a stake at the called pool. Null for another contract. */
export function stakeText({ chain, contract, coins, value }: Arguments): string | null {
  const pool = POOLS[chain ?? '']?.[contract.toLowerCase()];
  return pool === undefined ? null : `Stake ${coins(value)} at ${pool.name}, for ${pool.token}`;
}
