/** Memos by which the recipient of a payment passes it on, to an address and at a price that only the memo names. */
import type { Finding } from '../../../shared/model/index.ts';
import { danger } from '../meaning.ts';

/** Memos of THORChain and Maya: an act, and behind a short act also the name of an asset. Others are JSON. */
const ROUTE =
  /^"?\s*(?:(?:[=+-]|=<|\$[+-]|swap|add|withdraw|donate|bond|unbond|(?:loan|trade|pool|secure)[+-]):|(?:s|a|wd):[a-z0-9]+[.~/-][a-z0-9]|[[{])/i;

/**
 * Returns a finding about a memo that is an instruction for the recipient. Empty for other memos.
 *
 * @example
 * routeFindings('=:ETH.ETH:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'memo', '395Bdf').length;
 * // 1
 */
export function routeFindings(memo: string, field: string, mark: string): Finding[] {
  if (!ROUTE.test(memo)) return [];
  const text =
    'The memo is an instruction for the recipient, which is not decoded: it can pass the payment on to somebody else.';
  return [danger(text, { field, mark })];
}
