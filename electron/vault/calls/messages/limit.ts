/** Words that orders of several exchanges share: the payment, its return, and who gets it. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { danger, row } from '../../../crypto/index.ts';
import { type Arguments, isNobody } from '../standard.ts';
import { accountOr, leastReturnFindings, sameAssetFindings } from './rule.ts';

/** The members of an order that one account makes and another fills. */
export interface Limit {
  readonly gives: readonly [amount: string, token: string];
  readonly gets: readonly [amount: string, token: string];
  readonly receiver: string | null;
}

export function limitRows(of: Arguments, limit: Limit): readonly DecodedField[] {
  return [
    row('You give', of.tokens(...limit.gives), 'amount'),
    row('You get at least', of.tokens(...limit.gets), 'amount'),
    ...(limit.receiver === null ? [] : [row('Recipient', accountOr(of, limit.receiver), 'address')]),
  ];
}

export function limitText(of: Arguments, limit: Limit): string {
  const to = limit.receiver === null ? '' : `, to ${accountOr(of, limit.receiver)}`;
  return `Sell ${of.tokens(...limit.gives)} for at least ${of.tokens(...limit.gets)}${to}`;
}

export function returnFindings(
  of: Arguments,
  { gives: [making, given], gets: [amount, gotten], receiver }: Limit,
  basis: string,
): Finding[] {
  const isOther =
    receiver !== null &&
    !isNobody(of.text(receiver)) &&
    of.text(receiver).toLowerCase() !== of.text('maker').toLowerCase();
  return [
    ...leastReturnFindings(of, [amount, gotten], of.number(making), basis),
    ...sameAssetFindings(of, given, gotten, basis),
    ...(isOther
      ? [
          danger(`The payment goes to ${of.text(receiver)}, and not to ${of.text('maker')}, whose tokens are sold.`, {
            field: receiver,
            basis,
          }),
        ]
      : []),
  ];
}
