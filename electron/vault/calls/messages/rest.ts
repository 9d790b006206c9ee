/**
 * Rows for the members of a message that its rule does not explain, so that nothing signed is shown only among the
 * fields.
 */
import type { DecodedField } from '../../../../shared/model/index.ts';
import { type AbiArgument, type ContractCall, labelOf, row, solidityKind, untilText } from '../../../crypto/index.ts';
import { membersOf } from '../descriptors/paths.ts';
import { textOf } from '../reading.ts';

/** Members that standards name like this are seconds since 1970. */
const TIME = /^(?:valid(?:After|Until|Before)|(?:decay)?(?:Start|End)Time|startTime|endTime)$/;

/** A row for each unexplained single value. Zero, false and empty values have none. */
export function restRows(
  values: readonly AbiArgument[],
  claimed: ReadonlySet<AbiArgument>,
  call: ContractCall,
): DecodedField[] {
  const rowsOf = (argument: AbiArgument, path: string): DecodedField[] => {
    if (Array.isArray(argument.value))
      return membersOf(argument).flatMap((member) => rowsOf(member, `${path} ${numberOrName(member.name)}`));
    if (claimed.has(argument) || isNothing(argument)) return [];
    const isTime = TIME.test(argument.name) && typeof argument.value === 'bigint';
    return isTime
      ? [row(labelOf(path), untilText(BigInt(textOf(argument, call))), 'time')]
      : [row(labelOf(path), textOf(argument, call), solidityKind(argument.type))];
  };
  return values.flatMap((argument) => rowsOf(argument, argument.name));
}

/** Items of a list are counted from 1. */
const numberOrName = (name: string) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name);

function isNothing({ type, value }: AbiArgument): boolean {
  if (value instanceof Uint8Array) return type === 'bytes' ? value.length === 0 : value.every((byte) => byte === 0);
  if (type === 'address') return /^0x0+$/.test(String(value));
  return value === 0n || value === false || value === '';
}
