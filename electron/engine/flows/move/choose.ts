import { AppError, sentence, term } from '../../../../shared/errors/index.ts';
import { inQuotes, nearest, type ProfileRow } from '../../../../shared/model/index.ts';
import { type Compared, compareAddresses, type End, isOfOneSecret, type Listed, type Movable } from './ends.ts';

/** The objects with these names or ids, each once. Throws NOT_FOUND and INVALID_INPUT for a name that several have. */
export function choose(named: readonly string[], all: readonly Listed[], { name: profile }: ProfileRow): Listed[] {
  const chosen = named.map((word) => {
    const found = all.filter(({ id, name }) => id === word || name === word);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (found.length > 1) {
      throw new AppError(
        'INVALID_INPUT',
        sentence`“${profile}” has a wallet and a private key named ${inQuotes(word)}. Nothing was moved. Name one by its id: ${found.map(({ kind, id }) => `${id} (${kind})`).join(', ')}.`,
      );
    }
    const [meant] = nearest(
      word,
      all.map(({ name }) => name),
    );
    throw new AppError(
      'NOT_FOUND',
      sentence`“${profile}” has no wallet or private key named ${inQuotes(word)}. Nothing was moved. ${meant === undefined ? '`castellan call list_wallets` lists the wallets.' : sentence`Did you mean ${inQuotes(meant)}?`}`,
    );
  });
  return [...new Set(chosen)];
}

/**
 * Returns a function that finds the object with the same secret at the target, or null. It opens objects of the same name
 * and imported objects, because a move imports its copy. Throws INVALID_INPUT for another object of the same name.
 */
export function createFinder(target: End) {
  let listed: Promise<readonly Listed[]> | null = null;
  const opened = new Map<string, Promise<Movable>>();
  const open = (each: Listed) => {
    const known = opened.get(each.id) ?? target.open(each);
    opened.set(each.id, known);
    return known;
  };
  return async (here: Movable): Promise<Movable | null> => {
    listed ??= target.list();
    const alike = (await listed).filter(({ kind }) => kind === here.kind);
    const named = alike.filter(({ name }) => name === here.name);
    for (const each of [...named, ...alike.filter(({ name, imported }) => imported && name !== here.name)]) {
      const there = await open(each);
      if (isOfOneSecret(here, there)) return there;
    }
    if (named.length === 0) return null;
    throw new AppError(
      'INVALID_INPUT',
      sentence`“${target.profile.name}” already has another ${term(here.kind)} named ${inQuotes(here.name)}, with other addresses. Nothing was moved. Rename one of them first.`,
    );
  };
}

/** Compares both ends. Throws ADDRESS_MISMATCH, which names both addresses. */
export function requireSame(
  here: Movable,
  there: Movable,
  [source, target]: readonly [ProfileRow, ProfileRow],
): Compared {
  const compared = compareAddresses(here, there);
  const [first] = compared.different;
  const keys = here.key === null ? null : { here: here.key.publicKey, there: there.key?.publicKey ?? 'no public key' };
  const differs =
    keys !== null && keys.here !== keys.there ? keys : first && { here: first.here.address, there: first.there };
  if (differs === undefined) return compared;
  throw new AppError(
    'ADDRESS_MISMATCH',
    sentence`The ${term(here.kind)} ${inQuotes(here.name)} has ${differs.here} at “${source.name}”, and “${target.name}” reports ${differs.there} in its place. Use nothing of it at “${target.name}”. Report this to the operator of that service.`,
  );
}
