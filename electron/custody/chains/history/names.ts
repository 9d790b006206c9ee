import type { AddressEntry, TokenContract } from '../../store/index.ts';
import { tokenWords } from '../erc20.ts';
import { NodeFault } from '../fault.ts';
import type { ChainWork } from './work.ts';

/** Contracts that are asked for one block: anybody can have a transaction move the tokens of as many as fit it. */
const AT_A_TIME = 64;
/** A contract can have its node never answer. */
const MAXIMUM_TRIES = 5;

/** Asks contracts of tokens what they say of themselves, before what moved them is stored. What is not answered is asked for again, a few times. */
export async function nameTokens(
  { chain, node, store, write }: ChainWork,
  found: readonly AddressEntry[],
): Promise<void> {
  const assets = found.flatMap(({ entry }) => entry.transfers.map(({ asset }) => asset));
  const contracts = new Set(assets.flatMap((asset) => (asset === null ? [] : [contractOf(asset)])));
  const named: [string, TokenContract][] = [];
  for (const contract of contracts) {
    const { tries = 1 } = store.history.contracts.find(chain, contract) ?? {};
    if (tries === 0 || tries > MAXIMUM_TRIES || named.length === AT_A_TIME) continue;
    try {
      const { symbol, name, decimals } = await tokenWords(node, contract);
      named.push([contract, { symbol: symbol ?? '', name: name ?? '', decimals, tries: 0 }]);
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      named.push([contract, { symbol: '', name: '', decimals: null, tries: tries + 1 }]);
    }
  }
  if (named.length === 0) return;
  write(() => {
    for (const [contract, token] of named) store.history.contracts.store(chain, contract, token);
  });
}

/** Of an asset as an entry has it, such as erc721:0x…/5. */
const contractOf = (asset: string): string => asset.split(/[:/]/)[1] ?? '';
