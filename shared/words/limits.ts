/** Limits over time in words. */
import { grouped, type VelocityOperator } from '../model/index.ts';
import { counted } from './number.ts';

const UNITS = [
  ['day', 86_400n],
  ['hour', 3_600n],
  ['minute', 60n],
  ['second', 1n],
] as const;

/**
 * Returns the window of a limit in its largest whole unit. Takes seconds as text, or null for a window without an end.
 *
 * @example
 * windowText('5400');
 * // '90 minutes'
 */
export function windowText(seconds: string | null): string {
  if (seconds === null) return 'all time';
  const duration = BigInt(seconds);
  const [name, length] = UNITS.find(([, size]) => duration % size === 0n) ?? UNITS[3];
  return counted(Number(duration / length), name);
}

/** Returns a whole number of seconds, as text, in its largest whole unit. Null for any other text. */
export const secondsText = (seconds: string): string | null =>
  /^[1-9][0-9]{0,14}$/.test(seconds) ? windowText(seconds) : null;

const COMPARED: Readonly<Record<VelocityOperator, string>> = {
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN: 'less than',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL: 'at most',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_EQUAL: 'exactly',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN_OR_EQUAL: 'at least',
  VELOCITY_CONTROL_AGGREGATION_OPERATOR_GREATER_THAN: 'more than',
};

interface Limit {
  /** An operator of the interface. An unknown one is repeated. */
  readonly operator: string;
  readonly threshold: string;
  readonly unit: string;
  /** Null for a window without an end. */
  readonly seconds: string | null;
}

/**
 * Returns a limit in words.
 *
 * @example
 * limitText({ operator: 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN', threshold: '10', unit: 'ETH', seconds: '86400' });
 * // 'less than 10 ETH in 1 day'
 */
export function limitText({ operator, threshold, unit, seconds }: Limit): string {
  const compared = Object.hasOwn(COMPARED, operator) ? COMPARED[operator as VelocityOperator] : operator;
  const number = /^[0-9]+(\.[0-9]+)?$/.test(threshold) ? grouped(threshold) : threshold;
  return `${compared} ${number} ${unit} in ${windowText(seconds)}`;
}
