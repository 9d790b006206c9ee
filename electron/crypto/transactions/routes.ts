/** Memos by which the recipient of a payment passes it on, to an address and at a price that only the memo names. */
import type { Finding } from '../../../shared/model/index.ts';
import { findFormatsOf } from '../addresses/index.ts';
import { danger } from '../meaning.ts';

/** Acts of THORChain and Maya that no word of people is, with what they act on. */
const SIGNS = /^(?:(?:[=+%~-]|m?=<|\$[+-]):\S|(?:loan|trade|(?:rune)?pool|secure|tcy|yggdrasil)[+-](?::\S|$))/i;
const LONG = /^(?:swap|add|withdraw|donate|bond|unbond|rebond|leave|limito|switch|migrate|operator|maint|noop|tcy):\S/i;
/** Acts that are short or usual words: an asset or two members are behind them. */
const SHORT =
  /^(?:s|a|d|n|x|m|wd|lo|out|name|refund|claim|buy):(?:[a-z0-9]+[.~/-][a-z0-9]|[^\s:]+:\S)|^(?:a|wd):[a-z]$/i;
/** JSON, also in base64. */
const JSON_MEMO = /^(?:[[{]\s*[\]}"\\\d[{-]|eyJ)/;
/** The members of an invoice in JSON, which no program that passes payments on reads. */
const MEMBER = String.raw`"(?:(?:invoice|order|payment|customer)_?(?:id|number|no)?|id|note|ref|reference)"\s*:\s*(?:"[\w .#-]{1,40}"|\d{1,20})`;
const INVOICE = new RegExp(String.raw`^\{\s*${MEMBER}(?:,\s*${MEMBER})*\s*\}$`, 'i');
/** An address of a chain of Cosmos, whose prefixes are many. */
const BECH32 = /^[a-z]{1,20}1[02-9ac-hj-np-z]{38,}$/;

/** An address of Ethereum without 0x. */
const BARE = /^[0-9a-f]{40}$/i;

/** True for a memo that is an address, or names one between marks and without words. */
const isAddressed = (memo: string) =>
  !/\s/.test(memo) &&
  memo.split(/[:|/,=]/).some((part) => BECH32.test(part) || BARE.test(part) || findFormatsOf(part).length > 0);

/** More bytes in hexadecimal than a hash has, or in base64. Numbers of payments are shorter. */
const BYTES = /^(?:(?:0x)?(?:[0-9a-f]{2}){33,}|(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9+/_-]{48,}={0,2})$/;

function isRoute(memo: string): boolean {
  if (INVOICE.test(memo)) return false;
  return [SIGNS, LONG, SHORT, JSON_MEMO, BYTES].some((form) => form.test(memo)) || isAddressed(memo);
}

/**
 * Returns a finding about a memo that is an instruction for the recipient. Empty for other memos.
 *
 * @example
 * routeFindings('=:ETH.ETH:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'memo', '395Bdf').length;
 * // 1
 */
export function routeFindings(memo: string, field: string, mark: string): Finding[] {
  // Memos that are fields have quotation marks around them.
  return isRoute(memo.trim().replace(/^"|"$/g, '').trim()) ? [routeFinding(field, mark)] : [];
}

/** The finding about an instruction for the recipient. */
export const routeFinding = (field: string, mark: string): Finding =>
  danger(
    'The memo is an instruction for the recipient, which is not decoded: it can pass the payment on to somebody else.',
    { field, mark },
  );
