/** Explains messages of typed data (EIP-712) by rules for their exact types. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { type AbiArgument, danger, lastDigits, type TypedMessage } from '../../../crypto/index.ts';
import { readingBy, textsOf } from '../by-standard.ts';
import type { Reading } from '../reading.ts';
import { isNobody } from '../standard.ts';
import { ACCOUNT_MESSAGES } from './accounts.ts';
import { AUTHORIZATIONS } from './authorizations.ts';
import { AVOCADO } from './avocado.ts';
import { BRIDGES } from './bridges.ts';
import { ENDLESS, endlessFindings, hugeFindings, neverFindings } from './common.ts';
import { DELEGATIONS } from './delegations.ts';
import { EULER_MESSAGES } from './euler.ts';
import { EXCHANGES } from './exchanges.ts';
import { HYPERLIQUID } from './hyperliquid.ts';
import { INCH_ORDERS } from './inch.ts';
import { ORDERLY } from './orderly.ts';
import { ORDERS } from './orders.ts';
import { PERMITS } from './permits.ts';
import { POLYMARKET } from './polymarket.ts';
import { MESSAGE_POWERS } from './powers.ts';
import { restRows } from './rest.ts';
import type { MessageRule } from './rule.ts';
import { SAFE_SERVICE } from './safe-service.ts';
import { SNAPSHOT } from './snapshot.ts';
import { SPEND_PERMISSIONS } from './spend-permissions.ts';
import { UNISWAP_X } from './uniswapx.ts';
import { X402 } from './x402.ts';
import { ZKSYNC } from './zksync.ts';

/** By the whole encodeType. A message with one more, one fewer or one other member has no rule. */
export const RULES: ReadonlyMap<string, MessageRule> = new Map(
  [
    ...PERMITS,
    ...ACCOUNT_MESSAGES,
    ...AVOCADO,
    ...AUTHORIZATIONS,
    ...MESSAGE_POWERS,
    ...DELEGATIONS,
    ...ORDERS,
    ...EXCHANGES,
    ...INCH_ORDERS,
    ...POLYMARKET,
    ...UNISWAP_X,
    ...BRIDGES,
    ...HYPERLIQUID,
    ...ZKSYNC,
    ...X402,
    ...SNAPSHOT,
    ...ORDERLY,
    ...SAFE_SERVICE,
    ...EULER_MESSAGES,
    ...SPEND_PERMISSIONS,
  ].map((rule) => [rule.signature, rule]),
);

const isForEver = ({ name, value }: DecodedField) => /^(?:.+: )?Valid until/.test(name) && value === 'for ever';
const isAboutEnd = ({ text }: Finding) => ENDLESS.test(text);

/**
 * Reads a message by the rule for its exact type.
 * @returns Null when no rule has that type, or the rule does not hold for the message's domain.
 */
export function readMessageByRule(message: TypedMessage): Reading | null {
  const { type, to, address, values, digest, field } = message;
  const rule = RULES.get(type);
  const isFor = rule?.isFor ?? ((given: TypedMessage) => given.to !== null && !isNobody(given.to));
  if (rule === undefined || !isFor(message)) return null;
  const place = rule.chainOf?.(message) ?? { caip2: message.chain, amount: message.amount };
  const around = {
    family: 'ethereum',
    chain: place.caip2,
    to: to ?? '',
    amount: place.amount,
    address,
    value: 0n,
    data: new Uint8Array(0),
    field,
  } as const;
  const claimed = new Set<AbiArgument>();
  const reading = readingBy(rule, around, values, claimed);
  const findings = [
    ...reading.findings,
    ...(rule.hasOwnEnd === true ? [] : endlessFindings(reading.findings, values, { field, basis: rule.basis })),
    ...neverFindings(values, { field, basis: rule.basis }),
    ...hugeFindings(values, textsOf(reading), { field, basis: rule.basis }),
  ];
  // Some ends are among the bits of another member, so that only the row has them.
  const isEndless = findings.length > 0 && reading.summary.some(isForEver) && !findings.some(isAboutEnd);
  if (isEndless) findings.push(danger('It never expires: it can be used at any time.', { field, basis: rule.basis }));
  return {
    ...reading,
    findings: findings.map((found) => (found.mark === undefined ? found : { ...found, mark: lastDigits(digest) })),
    summary: [...reading.summary, ...restRows(values, claimed, around)],
    coins: 'mentioned',
    fields: [],
  };
}
