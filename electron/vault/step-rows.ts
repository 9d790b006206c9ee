/** Words for the steps that a headline only counts, so that none of them stands among the fields alone. */
import type { DecodedField, Finding } from '../../shared/model/index.ts';
import { danger, row } from '../crypto/index.ts';

/** The most different steps in the summary. A finding counts the others. */
const MAXIMUM_STEPS = 100;

/** First words of steps that give power over the account, or run code. */
const HEAVY = new Set(['Approve', 'Call', 'Execute', 'Give', 'Have', 'Let', 'Replace', 'Run', 'Submit']);
/** Other steps that do, that end the account, or that send all it has. */
const POWERS = new RegExp(
  [
    'Make (?!the )\\S+(?: of \\S+)? the',
    'Remove the (?:member|plugin|signer)',
    'Set the (?:(?:low|medium|high) threshold|weight)',
    'Leave \\S+ without',
    '(?:Add the member|Become|Change the lockup|Delete the account|Send all|Set up|Take the control)',
  ]
    .map((words) => `^${words} `)
    .join('|'),
);
/** Steps that take such power back. */
const REVOKES = / (?:no longer|no more|nothing more)\b/;
/** First words of steps that give nothing away. */
const LIGHT = new Set(['Claim', 'Close', 'Create', 'Merge', 'Refuse', 'Split', 'Stop', 'Vote']);
const PAYMENT = /^(?:Send|Move|Pay) (\d{1,80})(?:\.(\d{1,80}))? (\S+)/;
/** Fractions are compared in as many digits. */
const DIGITS = 80;

/** Steps by their weight, from 0: power over the account, payments, all others, and those that give nothing away. */
function weightOf(step: string): number {
  const [verb = ''] = step.split(' ', 1);
  if (HEAVY.has(verb) || POWERS.test(step)) return REVOKES.test(step) ? 3 : 0;
  if (PAYMENT.test(step)) return 1;
  return LIGHT.has(verb) ? 3 : 2;
}

/** The asset of a payment, and its amount in one unit for all payments. Null for other steps. */
function paidIn(step: string): { readonly asset: string; readonly units: bigint } | null {
  const [, whole, fraction = '', asset = ''] = PAYMENT.exec(step) ?? [];
  return whole === undefined ? null : { asset, units: BigInt(whole + fraction.padEnd(DIGITS, '0')) };
}

/**
 * Returns the place of the step that a headline shows, from 0. It is the first of those that weigh most, and of payments
 * in its asset the largest. Otherwise whoever makes the contents could put a harmless step first.
 */
export function weightiestStep(steps: readonly string[]): number {
  const weights = steps.map(weightOf);
  const first = Math.max(0, weights.indexOf(Math.min(...weights)));
  const asset = paidIn(steps[first] ?? '')?.asset;
  if (asset === undefined) return first;
  const units = (index: number) => {
    const paid = paidIn(steps[index] ?? '');
    return paid?.asset === asset ? paid.units : -1n;
  };
  return steps.reduce((largest, _step, index) => (units(index) > units(largest) ? index : largest), first);
}

interface Listed {
  readonly rows: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/**
 * Returns a row for each step but the one that the headline shows, equal ones together. A danger counts the steps without
 * a row. Two steps need no row, because the headline shows both.
 * @param what the names of one step and of several.
 * @param shown the place of the step that the headline shows, from 0.
 */
export function stepRows(steps: readonly string[], what: readonly [one: string, several: string], shown = 0): Listed {
  if (steps.length < 3) return { rows: [], findings: [] };
  const places = new Map<string, { readonly first: number; readonly count: number }>();
  for (const [index, step] of steps.entries()) {
    if (index === shown) continue;
    const { first = index, count = 0 } = places.get(step) ?? {};
    places.set(step, { first, count: count + 1 });
  }
  const rows = [...places]
    .slice(0, MAXIMUM_STEPS)
    .map(([step, { first, count }]) => row(`${what[0]} ${first + 1}`, count === 1 ? step : `${step} (${count} times)`));
  const more = places.size - rows.length;
  const words = `${more} of its ${steps.length} ${what[1]} are only among the fields: read each of them.`;
  return { rows, findings: more === 0 ? [] : [danger(words)] };
}
