import { NodeFault } from '../../node-fault.ts';
import type { AddressEntry, TokenContract } from '../../store/index.ts';
import { tokenWords } from '../erc20.ts';
import type { ChainWork } from './work.ts';

/**
 * The number of contracts that are queried for one block. Anybody can make a transaction that moves tokens of many
 * contracts.
 */
const AT_A_TIME = 64;
/** A contract can have its node never answer. */
const MAXIMUM_TRIES = 5;

/** The longest time that all contracts of a block may delay its storage, in milliseconds. */
const PATIENCE = 2000;

/**
 * Creates the query of token contracts for their names. It runs before the transfers are stored, so that their events
 * carry the names. After `PATIENCE` the block is stored without waiting. Until the late answers arrive, no other
 * contract is queried. A contract without an answer is queried again at a later transfer, a few times.
 */
export function createNaming(
  work: Pick<ChainWork, 'chain' | 'node' | 'store' | 'write'>,
  later: (milliseconds: number, work: () => void) => () => void,
): (found: readonly AddressEntry[]) => Promise<void> {
  let isAsking = false;
  return async (found) => {
    const contracts = unnamed(work, found);
    if (contracts.length === 0 || isAsking) return;
    isAsking = true;
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = later(PATIENCE, resolve);
    });
    const asked = nameAll(work, contracts).finally(() => {
      isAsking = false;
      cancel();
    });
    // A failure that nobody awaits, for example after the service has ended, is retried later.
    asked.catch(() => undefined);
    await Promise.race([asked, late]);
  };
}

type Work = Parameters<typeof createNaming>[0];

/** Contracts of moved tokens that have no known name, each with the number of the next attempt. */
function unnamed({ chain, store }: Work, found: readonly AddressEntry[]): (readonly [string, number])[] {
  const assets = found.flatMap(({ entry }) => entry.transfers.map(({ asset }) => asset));
  const contracts = new Set(assets.flatMap((asset) => (asset === null ? [] : [contractOf(asset)])));
  return [...contracts]
    .map((contract) => [contract, store.history.contracts.find(chain, contract)?.tries ?? 1] as const)
    .filter(([, tries]) => tries > 0 && tries <= MAXIMUM_TRIES)
    .slice(0, AT_A_TIME);
}

async function nameAll({ chain, node, store, write }: Work, contracts: ReturnType<typeof unnamed>): Promise<void> {
  const keep = (contract: string, token: TokenContract) =>
    write(() => store.history.contracts.store(chain, contract, token));
  for (const [contract, tries] of contracts) {
    try {
      const { symbol, name, decimals } = await tokenWords(node, contract);
      keep(contract, { symbol: symbol ?? '', name: name ?? '', decimals, tries: 0 });
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      keep(contract, { symbol: '', name: '', decimals: null, tries: tries + 1 });
    }
  }
}

/** Returns the contract of an asset, such as erc721:0x…/5. */
const contractOf = (asset: string): string => asset.split(/[:/]/)[1] ?? '';
