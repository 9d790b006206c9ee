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
  /** The list whose items have `of` and `target`. `bundle` is then a list of as many. Absent for members at the top. */
  readonly each?: Parameter;
}

/** An export whose object and target are members of an item of a list. */
export interface ExportsEach<Parameter, Result> extends Omit<Exports<string, Result>, 'each'> {
  readonly each: Parameter;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Returns the members that name each exported object and its target. Empty for a list of anything else. */
export function exportedIn({ each }: Pick<Exports, 'each'>, parameters: Parameters): readonly Parameters[] {
  if (each === undefined) return [parameters];
  const list = parameters[each];
  return Array.isArray(list) && list.every(isJsonObject) ? list : [];
}

/** Returns the parameters with the key that each object of the export is encrypted to. */
export function withTarget(exports: Exports, parameters: Parameters, publicKey: string): Parameters {
  const { each, target } = exports;
  const named = exportedIn(exports, parameters).map((one) => ({ ...one, [target]: publicKey }));
  return each === undefined ? { ...named[0] } : { ...parameters, [each]: named };
}

/** Returns the bundles in the result of an export, in the order of its objects. Empty for any other result. */
export function bundlesIn({ each, bundle }: Pick<Exports, 'each' | 'bundle'>, result: Parameters): readonly string[] {
  const found = each === undefined ? [result[bundle]] : result[bundle];
  return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found : [];
}
