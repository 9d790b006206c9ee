import type { OrganizationContent } from '../../../shared/model/index.ts';
import { namesOfKinds, type PolicyNames } from '../../../shared/policy-language/index.ts';
import { limitText } from '../../../shared/words/index.ts';
import { shorten } from '../../words/address.ts';

/** The names of an organization's users, tags and limits by id. */
export interface Names {
  /** The name, or the shortened id where no name is known. */
  of(id: string): string;
  /** Null where no name is known. */
  known(id: string): string | null;
  /** All of them, as the words of policies take them. */
  readonly all: PolicyNames;
}

export function namesIn({ users, tags, policies, limits, sessionProfiles, apps, named }: OrganizationContent): Names {
  const names = new Map(
    [...named, ...users, ...tags, ...policies, ...sessionProfiles, ...apps].map(({ id, name }) => [id, name]),
  );
  const known = (id: string) => names.get(id) ?? null;
  const limitNames = limits.map(
    (limit) => [`controls.${limit.identifier}`, `${limit.name}, ${limitText(limit)}`] as const,
  );
  const all = new Map([...namesOfKinds([named, users, tags, policies, sessionProfiles, apps]), ...limitNames]);
  return { known, all, of: (id) => known(id) ?? shorten(id) };
}
