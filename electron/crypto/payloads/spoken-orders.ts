/** Texts in plain words that a service can carry out: orders to pay, and powers for somebody else. */
import type { Finding } from '../../../shared/model/index.ts';
import { danger } from '../meaning.ts';

/** The first characters that are searched. A text of a service is shorter. */
const MAXIMUM_READ = 16_384;
/** A line that begins with an act of a payment and has an amount, as rollups and exchanges have it signed. */
const PAYS =
  /(?:^|\n)[ \t]{0,8}(?:i )?(?:please )?(?:transfer|send|withdraw|pay|swap|buy|sell|redeem|bridge|forced ?exit|(?:limit|market) order)\b[^\n]{0,80}\d/i;
/** A recipient: an address of any chain, or a member with its name. */
const RECIPIENT = /\b0x[\da-f]{40}\b|\b[1-9A-HJ-NP-Za-km-z]{32,48}\b|\b[a-z]{2,20}1[02-9ac-hj-np-z]{38,58}\b|\bto:/i;
/** An order of a trade, and an amount that somebody may take. They name no recipient. */
const TRADES =
  /(?:^|\n)[ \t]{0,8}(?:place |cancel )?(?:limit|market|stop)[ -](?:buy |sell )?order\b|\b(?:buy|sell) \d|\b(?:charge|debit|deduct)\w{0,4} .{0,40}\d/i;
/** An act that gives power, and what gets it. */
const GIVES =
  /\b(?:authori[sz]\w*|delegat\w*|grant\w*|appoint\w*|approv\w*|permit\w*|allow\w*|link|bind|adds?|enabl\w*|activat\w*|register\w*) .{0,60}\b(?:(?:session|signing|api)[ -]?keys?|signers?|trading|agents?|operators?|devices?|delegates?|sub-?accounts?)\b/i;
/** Words for power that is given, without what gets it. */
const BEHALF = /\b(?:on|in) (?:my|your|its|their) (?:behalf|name)\b/i;

/**
 * Returns the findings about a text that reads like an order or like a power. Readable words hide nothing, so they have
 * no mark.
 */
export function orderFindings(text: string, field: string): Finding[] {
  const read = text.slice(0, MAXIMUM_READ);
  if ((PAYS.test(read) && RECIPIENT.test(read)) || TRADES.test(read))
    return [
      danger('It reads like an order to pay or to trade: a service that takes such texts can carry it out.', { field }),
    ];
  if (!GIVES.test(read) && !BEHALF.test(read)) return [];
  return [
    danger('It reads like a power: a service that takes such texts lets somebody else act for this key.', { field }),
  ];
}
