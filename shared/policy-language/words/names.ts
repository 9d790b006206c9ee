import type { PolicyNames } from './values.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the names of things for the words of policies, by their ids in lower case. `kinds` has one list for each kind
 * of thing. A name that several of a kind share has the id behind it, so that none stands for another.
 *
 * @example
 * namesOfKinds([[{ id: 'A1', name: 'Ada' }, { id: 'A2', name: 'ada' }]]).get('a1');
 * // 'Ada (A1)'
 */
export function namesOfKinds(kinds: readonly (readonly Named[])[]): PolicyNames {
  return new Map(
    kinds.flatMap((things) => {
      const counts = new Map<string, number>();
      for (const { name } of things) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
      return things.map(({ id, name }) => {
        const isShared = (counts.get(folded(name)) ?? 0) > 1;
        return [id.toLowerCase(), isShared ? `${name} (${id})` : name] as const;
      });
    }),
  );
}

/** Folds a name, so that names that look nearly the same to a person are equal. */
export const folded = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
