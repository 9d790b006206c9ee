import { chainName, findChains, type HistoryRow, readHistoryTerm, splitAsset } from '../../../shared/model/index.ts';
import { type Asset, FLAGS, type SeriesKey, searchTerms, type Term } from '../../storage/cache/index.ts';
import type { Parties } from './parties.ts';
import { amountOf } from './rows.ts';

const { finalized, failed, incoming, outgoing } = FLAGS;

const DIRECTIONS: Readonly<Record<HistoryRow['direction'], Required<Term>['flags']>> = {
  in: [{ mask: incoming, value: incoming }],
  out: [{ mask: outgoing, value: outgoing }],
  both: [{ mask: incoming | outgoing, value: incoming | outgoing }],
  none: [{ mask: incoming | outgoing, value: 0 }],
};
const STATES: Readonly<Record<HistoryRow['state'], Required<Term>['flags']>> = {
  failed: [{ mask: failed, value: failed }],
  finalized: [{ mask: finalized | failed, value: finalized }],
  confirmed: [{ mask: finalized | failed, value: 0 }],
};

/**
 * Parses the words of a search. `chain:base`, `account:treasury`, `direction:in` and `state:failed` restrict the rows.
 * Any other word is the beginning or end of a hash or an address, or part of a symbol, a label or a chain’s name. A
 * hyphen stands for a space within a name. A word that begins every hash is ignored.
 */
export function termsOf(search: string, parties: Parties): Term[] {
  const words = searchTerms(search).filter((word) => !/^0x[0-9a-f]?$/.test(word));
  return words.map((word) => {
    const term = readHistoryTerm(word);
    if (term.filter === 'chain') return { series: ofChain(term.value) };
    if (term.filter === 'account') return { series: ofAccount(term.value, parties) };
    if (term.filter === 'direction') return { flags: term.value === null ? [] : DIRECTIONS[term.value] };
    if (term.filter === 'state') return { flags: term.value === null ? [] : STATES[term.value] };
    return {
      text: word,
      addresses: parties.labelled(word),
      asset: (asset) => isKnownAs(word, asset),
      series: (series) => isWithin(word, chainName(series.chain)) || ofAccount(word, parties)(series),
    };
  });
}

/** Compares with the shown unit, because a service may call a coin or a known token differently. */
function isKnownAs(word: string, asset: Asset): boolean {
  const { unit, known } = amountOf(splitAsset(asset.caip19)?.chain ?? '', asset, '0');
  return known && unit.toLowerCase().includes(word);
}

/** Matches a chain by its name, by CAIP-2, or by a part of its name that is not another chain’s whole name. */
function ofChain(value: string): (series: SeriesKey) => boolean {
  return ({ chain }) => {
    const name = hyphened(chainName(chain));
    return chain === value || name === value || (value.length > 2 && !WHOLE_NAMES.has(value) && name.includes(value));
  };
}

function ofAccount(value: string, parties: Parties): (series: SeriesKey) => boolean {
  return ({ address, chain }) => {
    const label = parties.of(address, chain).label ?? '';
    const plain = address.toLowerCase();
    const digits = value.replace(/^0x/, '');
    return isWithin(value, label) || (digits.length >= 4 && (plain.startsWith(digits, 2) || plain.endsWith(digits)));
  };
}

const hyphened = (text: string) => text.toLowerCase().replaceAll(' ', '-');
/** The names of all chains. Many are a part of another chain's name: Sepolia and Base Sepolia. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(findChains().map(({ name }) => hyphened(name)));
const isWithin = (word: string, text: string) => text.toLowerCase().includes(word) || hyphened(text).includes(word);
