/** Calls of the functions that the common standards of contracts have. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import {
  type Abi,
  type AbiArgument,
  abiOf,
  type ContractCall,
  calledFunction,
  danger,
  labelOf,
  momentText,
  row,
  untilText,
} from '../../crypto/index.ts';
import { AAVE } from './aave.ts';
import { ACCOUNT_BATCHES } from './account-batches.ts';
import { ACCOUNTS } from './accounts.ts';
import { ACROSS } from './across.ts';
import { ALLOWANCES } from './allowances.ts';
import { argumentsFor } from './arguments.ts';
import { innerCalls, packedFindings, unevenFindings } from './calls-inside.ts';
import { CCTP } from './cctp.ts';
import { COMET } from './comet.ts';
import { COW_ORDERS } from './cow.ts';
import { DEPOSITS } from './deposits.ts';
import { movesValue } from './descriptors/formats.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { DISPERSE } from './disperse.ts';
import { ENS } from './ens.ts';
import { ENTRY_POINT_DEPOSITS } from './entry-points.ts';
import { EULER } from './euler.ts';
import { noTokenFindings, publicTakerFindings } from './known-contracts.ts';
import { lostFindings, RECEIVERS } from './lost.ts';
import { endlessCallFindings, hugeFindings } from './messages/common.ts';
import { restRows } from './messages/rest.ts';
import { OFT } from './oft.ts';
import { otherAccountFindings } from './other-accounts.ts';
import { PAIR_ROUTERS } from './pair-routers.ts';
import { PATH_ROUTERS } from './path-routers.ts';
import { AT_PERMIT2, PERMIT2 } from './permit2.ts';
import { POWERS } from './powers.ts';
import { argumentsOf, type CallReading, callFields, markOf, type Reading, textOf } from './reading.ts';
import { ROLLUP_BRIDGES } from './rollup-bridges.ts';
import { SAFES } from './safe.ts';
import { SAFE_FACTORIES } from './safe-factories.ts';
import { type Arguments, isAmong, MAXIMUM_NAMED, type Standard } from './standard.ts';
import { TOKENS } from './tokens.ts';
import { VOTES } from './votes.ts';

/** Parameter names of the time after which a call has no effect. In Permit2 `expiration` means something else. */
const TIMES: ReadonlySet<string> = new Set(['deadline', 'sigDeadline', 'expiry', 'validBefore']);
/** The parameter name of the time before which a call has no effect. 0 is no time. */
const START = 'validAfter';

/** Every standard, with the tokens that its functions move. */
export function everyStandard(): readonly Standard[] {
  const tokens = TOKENS.map((standard): Standard => ({ ...standard, moves: 'own tokens' }));
  const permit2 = PERMIT2.map((standard): Standard => ({ ...standard, ...AT_PERMIT2, moves: 'named tokens' }));
  return [
    ...tokens,
    ...POWERS,
    ...permit2,
    ...SAFES,
    ...SAFE_FACTORIES,
    ...ACCOUNTS,
    ...DEPOSITS,
    ...CCTP,
    ...VOTES,
    ...ACROSS,
    ...OFT,
    ...EULER,
    ...PAIR_ROUTERS,
    ...PATH_ROUTERS,
    ...COMET,
    ...DISPERSE,
    ...ROLLUP_BRIDGES,
    ...ALLOWANCES,
    ...ENTRY_POINT_DEPOSITS,
    ...ACCOUNT_BATCHES,
    ...COW_ORDERS,
    ...ENS,
    ...AAVE,
  ];
}

let known: { readonly abi: Abi; readonly standards: ReadonlyMap<string, Standard> } | null = null;

/** Made for the first call, because a vault that only stamps does not need it. */
function knownFunctions() {
  if (known !== null) return known;
  const parsed = everyStandard().map((standard) => ({
    standard,
    abi: abiOf([standard.signature]),
  }));
  known = {
    abi: new Map(parsed.flatMap(({ abi }) => [...abi])),
    standards: new Map(
      parsed.flatMap(({ standard, abi }) => [...abi.values()].map(({ signature }) => [signature, standard])),
    ),
  };
  return known;
}

/** Returns the function of a standard that data is for, as Solidity writes it. Null for an unknown selector. */
export const signatureFor = (data: Uint8Array): string | null =>
  calledFunction(knownFunctions().abi, data)?.signature ?? null;

/**
 * Describes a call by a standard. Returns null for an unknown function, and for data that does not begin with a valid
 * call.
 */
export function readByStandard(call: ContractCall): (CallReading & { readonly isShared: boolean }) | null {
  const { abi, standards } = knownFunctions();
  const called = calledFunction(abi, call.data);
  const found = called === undefined ? null : argumentsOf(called, call);
  const standard = called === undefined ? undefined : standards.get(called.signature);
  if (called === undefined || found === null || standard === undefined) return null;
  if (call.isDelegate === true && standard.isForDelegates !== true) return null;
  const { values, tail } = found;
  const claimed = new Set<AbiArgument>();
  const reading = readingBy(standard, call, values, claimed);
  return {
    ...reading,
    findings: [
      ...reading.findings,
      ...strangerFindings(call, standard),
      ...endlessCallFindings(values, { field: call.field, basis: standard.basis }),
      ...hugeFindings(values, textsOf(reading), { field: call.field, basis: standard.basis }),
      ...opaqueFindings(call, standard, { values, claimed }),
    ],
    summary: [
      ...reading.summary,
      ...restRows(
        values.filter(({ name }) => !PROOFS.test(name)),
        claimed,
        call,
      ),
    ],
    tail,
    isShared: standard.isShared?.(argumentsFor(call, values)) === true,
    coins: standard.coins ?? 'not expected',
    fields: callFields(called, values, call),
  };
}

/** The sentence and the values of the rows. */
export const textsOf = ({ sentence, summary }: Pick<Reading, 'sentence' | 'summary'>): readonly string[] => [
  sentence,
  ...summary.map(({ value }) => value),
];

/**
 * Explains a call or a message with those values by a standard.
 * @param claimed Receives the values that the sentence, the rows or an inner call show.
 */
export function readingBy(
  standard: Standard,
  call: ContractCall,
  values: readonly AbiArgument[],
  claimed: Set<AbiArgument> = new Set(),
): Pick<Reading, 'sentence' | 'summary' | 'findings' | 'calls'> {
  const of = argumentsFor(call, values);
  const shown = new Set<AbiArgument>();
  const rows = standard.rows?.(argumentsFor(call, values, shown)) ?? [];
  for (const each of shown) claimed.add(each);
  const isShown = (value: AbiArgument) =>
    shown.has(value) && rows.some((each) => each.kind === 'address' && each.value === textOf(value, call));
  const calls = innerCalls(call, standard, { values, of, claimed });
  const own = standard.findings?.(of) ?? [];
  const isAbout = (field: string) => own.some((found) => found.field === field && found.level !== 'information');
  return {
    sentence: standard.does(argumentsFor(call, values, claimed, MAXIMUM_NAMED)),
    summary: [
      ...addressRows(
        values.filter((value) => !isCallee(value, standard, of)),
        { call, standard, claimed, isShown },
      ),
      ...rows,
      ...timeRows(values, standard, claimed),
    ],
    findings: [
      ...(standard.moves === 'own tokens' ? noTokenFindings(call.to, markOf(call)) : []),
      ...[...lostFindings(call, standard, values), ...publicTakerFindings(call, values, isAbout), ...own].map(
        (found) => (found.field === null ? found : { ...found, field: `${call.field}.${found.field}` }),
      ),
      ...otherAccountFindings(call, standard, values),
      ...unevenFindings(call, standard, values),
      ...packedFindings(call, standard, { values, of, claimed }),
      ...coinFindings(call, standard, calls),
    ],
    calls,
  };
}

/**
 * Warns of coins sent to a function that takes none, and of coins that the inner calls do not pass on. Also warns of a
 * contract that may keep them, whatever its function is called.
 */
function coinFindings(call: ContractCall, standard: Standard, calls: readonly ContractCall[]): Finding[] {
  const { coins, basis, places } = standard;
  const passedOn = calls.reduce((sum, { value }) => sum + value, 0n);
  const isTrusted = places !== undefined && isAmong(places, call.chain, call.to);
  if (coins !== undefined || call.value === 0n || (isTrusted && passedOn >= call.value)) return [];
  const text =
    passedOn >= call.value
      ? `${call.amount(call.value)} goes to ${call.to}, and Castellan does not know that this contract passes it on.`
      : passedOn === 0n
        ? `${call.amount(call.value)} goes with the call, which the standard does not define: the contract may keep it.`
        : `${call.amount(call.value)} goes with the call, but its inner calls pass on only ${call.amount(passedOn)}: the contract may keep the rest.`;
  return [danger(text, { field: call.field, basis, mark: markOf(call) })];
}

/** Bytes that prove who signed, by what standards call them. */
const PROOF = /^signatures?$/;
/** The same with the parts of a signature. */
const PROOFS = /^(?:signatures?|[vrs])$/;

/** About bytes that the standard hands on as they are. */
function opaqueFindings(
  call: ContractCall,
  { basis, calls = [] }: Standard,
  { values, claimed }: { readonly values: readonly AbiArgument[]; readonly claimed: ReadonlySet<AbiArgument> },
): Finding[] {
  const isOpaque = (argument: AbiArgument): boolean => {
    const { name, type, value } = argument;
    if (Array.isArray(value)) return membersOf(argument).some(isOpaque);
    // About the data of a call that is not described there is a finding of its own.
    if (calls.some(({ data }) => data === name)) return false;
    return (
      type === 'bytes' && value instanceof Uint8Array && value.length > 0 && !claimed.has(argument) && !PROOF.test(name)
    );
  };
  return values.filter(isOpaque).map(({ name }) =>
    danger(`${name} has bytes that the standard does not explain: their effect in another contract is unknown.`, {
      field: `${call.field}.${name}`,
      basis,
      mark: markOf(call),
    }),
  );
}

/** About a contract that is none of those that the function is known of. */
function strangerFindings(call: ContractCall, { places, basis }: Standard): Finding[] {
  if (places === undefined || isAmong(places, call.chain, call.to)) return [];
  const text = `${call.to} is not a known contract of ${basis}: it can do something else with the same data.`;
  return [danger(text, { field: call.field, basis, mark: markOf(call) })];
}

/** The explanation of an inner call already shows its target. */
const isCallee = ({ name }: AbiArgument, { calls = [] }: Standard, of: Arguments) =>
  calls.some(({ to, isDescribed }) => to === name && isDescribed?.(of) !== false);

/** Returns single values, also those in tuples. Omits values in lists, because they may be many. */
function leavesOf(values: readonly AbiArgument[]): readonly AbiArgument[] {
  return values.flatMap((value) =>
    isList(value) || !Array.isArray(value.value) ? [value] : leavesOf(membersOf(value)),
  );
}

interface Rows {
  readonly call: ContractCall;
  readonly standard: Standard;
  readonly claimed: Set<AbiArgument>;
  /** Returns true for an address that a row of the standard shows. */
  readonly isShown: (value: AbiArgument) => boolean;
}

function addressRows(
  values: readonly AbiArgument[],
  { call, standard: { moves }, claimed, isShown }: Rows,
): DecodedField[] {
  // A recipient of tokens always has a row, even the zero address.
  const hasRow = (value: AbiArgument) => movesValue(value) || (moves !== undefined && RECEIVERS.has(value.name));
  return leavesOf(values).flatMap((value) => {
    if (value.type !== 'address' || !hasRow(value) || isShown(value)) return [];
    claimed.add(value);
    return [row(labelOf(value.name), textOf(value, call), 'address')];
  });
}

/** Rows of the times between which a call, or a permit in it, is valid. */
function timeRows(
  values: readonly AbiArgument[],
  { isEndlessAtZero }: Standard,
  claimed: Set<AbiArgument>,
): DecodedField[] {
  return leavesOf(values).flatMap((argument) => {
    const { name, value } = argument;
    if (name === START && typeof value === 'bigint' && value > 0n) {
      claimed.add(argument);
      return [row('Valid from', momentText(value, 'seconds'), 'time')];
    }
    if (!TIMES.has(name) || typeof value !== 'bigint') return [];
    claimed.add(argument);
    return [row('Valid until', isEndlessAtZero && value === 0n ? 'for ever' : untilText(value), 'time')];
  });
}
