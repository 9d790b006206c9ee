import {
  ADDRESS_FORMAT_FACTS,
  type AddressEntry,
  chainName,
  findChains,
  namespaceLabel,
} from '../../../shared/model/index.ts';
import type { Choice } from '../../ui/field.tsx';

/** The chains of an entry of the address book, in words. */
export function entryChain({ chain }: Pick<AddressEntry, 'chain'>): string {
  return chain === null ? 'Any' : chainName(chain);
}

const NAMESPACES = [...new Set(Object.values(ADDRESS_FORMAT_FACTS).map(({ caip2Prefix }) => caip2Prefix))];

/** The limits of an entry: none, the chains of a namespace, or one chain. */
export const CHAIN_CHOICES: readonly Choice<string>[] = [
  { value: '', label: 'Every chain with this kind of address' },
  ...NAMESPACES.filter((namespace) => namespace !== null).map((namespace) => ({
    value: namespace,
    label: `All chains like ${namespaceLabel(namespace)}`,
    group: 'Kinds of chain',
  })),
  ...findChains().map(({ caip2, name }) => ({ value: caip2, label: name, group: 'One chain' })),
];
