import type { Static, TSchema } from 'typebox';
import { type ActivityOperation, activity, type Conversion } from '../define.ts';

type ParametersOf<Newest> = Newest extends ActivityOperation<string, infer Schema> ? Static<Schema> : never;
type ResultOf<Newest> = Newest extends ActivityOperation<string, infer _, infer Schema> ? Static<Schema> : never;

interface Earlier<Name, Newest, Parameters extends TSchema, Result extends TSchema> {
  readonly name: Name;
  /** Absent for version 1. */
  readonly version?: number;
  readonly resultVersion?: number;
  readonly parameters: Parameters;
  readonly result: Result;
  /** The member that names the signing key, where the newest version signs. */
  readonly signWith?: keyof Static<Parameters> & string;
  /** Returns the parameters of the newest version, which must ask for the same. */
  readonly becomes: (parameters: Static<Parameters>) => ParametersOf<Newest>;
  /** Returns the result of this version, from the result of the newest. */
  readonly gives: (result: ResultOf<Newest>) => Static<Result>;
  readonly example: { readonly parameters: Static<Parameters>; readonly result: Static<Result> };
}

/**
 * Declares an earlier version of `newest`, which supplies everything but the parameters and the result.
 * The members that it signs, makes, carries or exports have the same names as in `newest`.
 */
export function earlier<
  const Name extends string,
  Newest extends ActivityOperation,
  Parameters extends TSchema,
  Result extends TSchema,
>(
  newest: Newest,
  declared: Earlier<Name, Newest, Parameters, Result>,
): ActivityOperation<Name, Parameters, Result> & { readonly conversion: Conversion } {
  const { becomes, gives, signWith, ...rest } = declared;
  return {
    ...activity({
      ...rest,
      earlierOf: newest.name,
      title: `${newest.title}, version ${declared.version ?? 1}`,
      summary: `${newest.summary} Older public clients send this version.`,
      specified: false,
      errors: newest.errors,
      governed: newest.governed as never,
    }),
    risk: newest.risk,
    secretPaths: newest.secretPaths,
    signs: newest.signs === null || signWith === undefined ? newest.signs : { ...newest.signs, signWith },
    carries: newest.carries,
    makes: newest.makes,
    exports: newest.exports,
    conversion: { parameters: becomes, result: gives } as Conversion,
  };
}

/** Returns a result as it is, for versions whose results are the same. */
export const same = <Value>(value: Value): Value => value;
