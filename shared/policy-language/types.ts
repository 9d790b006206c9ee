/**
 * The type of a part of a policy, for checks before any request exists. `any` is a value whose type depends on the
 * request, or a part that was already reported. Nothing is checked about it. `instant` is a point in time.
 */
export type PolicyType =
  | { readonly is: 'bool' | 'int' | 'string' | 'instant' | 'any' }
  /** Text of a fixed set. A comparison with any other text is reported. */
  | { readonly is: 'enumeration'; readonly values: readonly string[] }
  | { readonly is: 'list'; readonly of: PolicyType }
  /** An object with exactly these members. Any other name is reported. */
  | { readonly is: 'struct'; readonly members: Readonly<Record<string, PolicyType>> }
  /** An object whose member names depend on the request. Every name is accepted, and each member has the type `of`. */
  | { readonly is: 'map'; readonly of: PolicyType }
  /** The organization's velocity controls by their identifiers. A policy writes `.identifier`, and no index. */
  | { readonly is: 'named'; readonly of: PolicyType };

export const BOOL: PolicyType = { is: 'bool' };
export const INT: PolicyType = { is: 'int' };
export const STRING: PolicyType = { is: 'string' };
export const INSTANT: PolicyType = { is: 'instant' };
export const ANY: PolicyType = { is: 'any' };
export const oneOf = (values: readonly string[]): PolicyType => ({ is: 'enumeration', values });
export const listOf = (of: PolicyType): PolicyType => ({ is: 'list', of });
export const mapOf = (of: PolicyType): PolicyType => ({ is: 'map', of });
export const named = (of: PolicyType): PolicyType => ({ is: 'named', of });
export const struct = (members: Readonly<Record<string, PolicyType>>): PolicyType => ({ is: 'struct', members });

const NAMES: Readonly<Record<PolicyType['is'], string>> = {
  bool: 'true or false',
  int: 'a number',
  string: 'text',
  enumeration: 'text',
  instant: 'a time',
  list: 'a list',
  struct: 'a group of members',
  map: 'a group of members',
  named: 'a group of members',
  any: 'a value',
};

/** Every text that `typeName` returns. */
export const TYPE_NAMES: readonly string[] = Object.values(NAMES);

/** Returns a type as words for a message: `true or false`, `a number`, `text`. */
export const typeName = ({ is }: PolicyType): string => NAMES[is];
