/** A type of the policy language. `any` is a value whose type only the signed content decides. */
export type PolicyType =
  | { readonly is: 'bool' | 'int' | 'string' | 'instant' | 'any' }
  /** Text with known values. */
  | { readonly is: 'enumeration'; readonly values: readonly string[] }
  | { readonly is: 'list'; readonly of: PolicyType }
  /** Named members, and no others. */
  | { readonly is: 'struct'; readonly members: Readonly<Record<string, PolicyType>> }
  /** Members whose names the signed content decides. */
  | { readonly is: 'map'; readonly of: PolicyType }
  /** Members that the organization defines. A policy writes each by its name. */
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

/** The type as a noun with its article. */
export function typeName(type: PolicyType): string {
  switch (type.is) {
    case 'bool':
      return 'true or false';
    case 'int':
      return 'a number';
    case 'string':
    case 'enumeration':
      return 'text';
    case 'instant':
      return 'a time';
    case 'list':
      return 'a list';
    case 'struct':
    case 'map':
    case 'named':
      return 'a group of members';
    case 'any':
      return 'a value';
  }
}
