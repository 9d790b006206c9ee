import { isJsonObject } from '../model/json.ts';

/** The object that an export exports, and the members of its parameters and its result that name it. */
export interface Exports<Parameter = string, Result = string> {
  /** An account and a private key are one key, a wallet is its mnemonic, a secret is any bytes. */
  readonly kind: 'account' | 'wallet' | 'private key' | 'secret';
  /** The address of the account, or the id of the wallet, private key or secret. */
  readonly of: Parameter;
  /** The key that the bundle is encrypted to. */
  readonly target: Parameter;
  readonly bundle: Result;
  /** The list whose one item has `of` and `target`. `bundle` is then a list of one. Absent for members at the top. */
  readonly each?: Parameter;
}

/** An export whose object and target are members of an item of a list. */
export interface ExportsEach<Parameter, Result> extends Omit<Exports<string, Result>, 'each'> {
  readonly each: Parameter;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Returns the members that name the exported object and its target. Null for a list that has not exactly one item. */
export function exportedIn({ each }: Pick<Exports, 'each'>, parameters: Parameters): Parameters | null {
  if (each === undefined) return parameters;
  const list = parameters[each];
  const [item, other] = Array.isArray(list) ? (list as unknown[]) : [];
  return isJsonObject(item) && other === undefined ? item : null;
}

/** Returns the parameters with the key that the export is encrypted to. The list of a nested export has one item. */
export function withTarget(exports: Exports, parameters: Parameters, publicKey: string): Parameters {
  const { each, target } = exports;
  const named = { ...exportedIn(exports, parameters), [target]: publicKey };
  return each === undefined ? named : { ...parameters, [each]: [named] };
}

/** Returns the bundle in the result of an export, or null. */
export function bundleIn({ each, bundle }: Pick<Exports, 'each' | 'bundle'>, result: Parameters): string | null {
  const found = result[bundle];
  const one: unknown = each === undefined ? found : Array.isArray(found) && found.length === 1 ? found[0] : null;
  return typeof one === 'string' ? one : null;
}
