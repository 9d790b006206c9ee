/** The values of a call or a message that a descriptor does not speak of. */
import type { AbiArgument } from '../../../crypto/index.ts';
import { movesValue, rawText } from './formats.ts';
import { leaves } from './paths.ts';

/** Every single value, with its whole name. */
const allLeaves = (values: readonly AbiArgument[]) =>
  values.flatMap((argument) => leaves({ argument, name: argument.name, items: [], source: argument }));

/** The values that a descriptor neither shows whole nor says it leaves out, by their names. */
export function unclaimedIn(
  values: readonly AbiArgument[],
  { told, leftOut }: { readonly told: ReadonlySet<AbiArgument>; readonly leftOut: ReadonlySet<AbiArgument> },
): string[] {
  return allLeaves(values)
    .filter(({ argument }) => !told.has(argument) && !leftOut.has(argument))
    .map(({ name }) => name);
}

/** Members that change how a call is made: a delegate call runs foreign code as the account. */
const CHANGES_CALL = /^_?(?:operation|op|kind|mode|callType|txType|type|isDelegate(?:call)?|delegate(?:call)?)$/i;

/** The value that changes how a call inside is made, by its name; null for none. */
export function changeIn(values: readonly AbiArgument[]): string | null {
  const found = allLeaves(values).find(
    ({ argument, name }) =>
      CHANGES_CALL.test(lastNameOf(name)) && !['0', 'false', '0x', ''].includes(rawText(argument)),
  );
  return found?.name ?? null;
}

/** The values that can be worth something and that are not among those that were seen, by their names. */
export function hiddenIn(
  values: readonly AbiArgument[],
  seen: ReadonlySet<AbiArgument>,
  isReviewed: boolean,
): string[] {
  return allLeaves(values)
    .filter(
      ({ argument, name }) => !seen.has(argument) && movesValue({ ...argument, name: lastNameOf(name) }, isReviewed),
    )
    .map(({ name }) => (name === '' ? 'an argument without a name' : name));
}

/** `signatures` of `batch.signatures[0]`. */
const lastNameOf = (path: string) => path.replace(/(?:\[\d+\])+$/, '').replace(/^.*\./, '');
