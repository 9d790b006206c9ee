/** Texts in plain words that a service can carry out: orders to pay, and powers for somebody else. */
import type { Finding } from '../../../shared/model/index.ts';
import { care, danger } from '../meaning.ts';

/** The first characters that are searched. A text of a service is shorter. */
const MAXIMUM_READ = 16_384;
/** A line that begins with an act of a payment and has an amount, as rollups and exchanges have it signed. */
const PAYS =
  /(?:^|\n)[ \t]{0,8}(?:i )?(?:please )?(?:transfer|send|withdraw|pay|swap|buy|sell|redeem|bridge|forced ?exit|(?:limit|market) order)\b[^\n]{0,80}\d/i;
/** An account: an address or a name of any chain, or of a bank. */
const ACCOUNT =
  /\b0x[\da-f]{40}(?:[\da-f]{24})?\b|\b[1-9A-HJ-NP-Za-km-z]{32,48}\b|\b[a-z]{2,20}1[02-9ac-hj-np-z]{38,58}\b|\b[EUk0]Q[\w-]{46}(?![\w-])|\b[\w-]{1,63}\.(?:eth|sol|ton|near|crypto|bnb|nft)\b|\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/i;
/** A member with the name of a recipient. */
const ADDRESSEE = /\bto:/i;
/** An amount of money or of a coin, in the words of any language. */
const SUM =
  /(?<![\w.])\d[\d.,]{0,40}\s?(?:EUR|USD[CTP]?|GBP|CHF|JPY|CNY|BTC|ETH|SOL|TRX|XRP|BNB|POL|AVAX|DAI|WETH|WBTC|ATOM|DOGE|ADA|LTC|TON|DOT|NEAR|XLM|SUI|APT|g?wei|lamports|sats?)(?!\w)|[€$£¥₿]\s?\d|\d\s?[€$£¥₿]/;
/** A line for a recipient and one for an amount, as rollups have transfers signed. */
const TO_LINE = /(?:^|\n)[ \t]{0,8}(?:to|recipient|receiver|destination|payee|beneficiary)(?: address)?[ \t]{0,4}[:=]/i;
const AMOUNT_LINE = /(?:^|\n)[ \t]{0,8}(?:amount|value|quantity|sum|total|size)[ \t]{0,4}[:=][^\n]{0,40}\d/i;
/** An order of a trade, and an amount that somebody may take. They name no recipient. */
const TRADES =
  /(?:^|\n)[ \t]{0,8}(?:place |cancel )?(?:limit|market|stop)[ -](?:buy |sell )?order\b|\b(?:buy|sell) \d|\b(?:charge|debit|deduct)\w{0,4} .{0,40}\d/i;
/** An act that gives power, and what gets it. */
const GIVES =
  /\b(?:authori[sz]\w*|delegat\w*|grant\w*|appoint\w*|approv\w*|permit\w*|allow\w*|link|bind|adds?|enabl\w*|activat\w*|register\w*) .{0,60}\b(?:(?:session|signing|api)[ -]?keys?|signers?|trading|agents?|operators?|devices?|delegates?|sub-?accounts?)\b/i;
/** An act that gives power, and what it lets somebody do. */
const LETS =
  /\b(?:authori[sz]\w*|allow\w*|permit\w*|approv\w*|appoint\w*|empower\w*|entitl\w*) .{0,80}\bto (?:act|withdraw|transfer|spend|trade|sign|send|move|manage|access|control|charge|pull|take|claim|vote)\b/i;
/** A line that ends or changes what an account has. */
const CHANGES =
  /(?:^|\n)[ \t]{0,8}(?:i )?(?:please )?(?:cancel|close|delete|remove|revoke|disable|deactivate|reset|change|replace) (?:(?:all|my|the|open|old|api|signing|session) ){0,3}(?:orders?|positions?|accounts?|wallets?|keys?|devices?|users?|sessions?|withdrawals?|polic(?:y|ies)|passwords?|limits?)\b/i;
/** One word with a digit in it, as codes, paths and addresses of pages are. */
const CODE = /^(?=\S*\d)\S{8,}$/;

/**
 * Returns the finding about a text in which nothing else was found: it has an amount of money, or is for programs to read.
 * Words of a language that is not known here can ask for anything.
 */
export function plainFindings(text: string, field: string): Finding[] {
  const read = text.slice(0, MAXIMUM_READ).trim();
  if (SUM.test(read))
    return [care('It names an amount of money: a service can take it as an order or as an agreement.', { field })];
  if (/^[[{][\s\S]*[\]}]$/.test(read))
    return [care('It reads like JSON, for programs: a service can take it as a request.', { field })];
  if (!CODE.test(read)) return [];
  return [care('It is a code, not a sentence: a service can take its signature as a login.', { field })];
}

/** Words for power that is given, without what gets it. */
const BEHALF = /\b(?:on|in) (?:my|your|its|their) (?:behalf|name)\b/i;

/**
 * Returns the findings about a text that reads like an order or like a power. Readable words hide nothing, so they have
 * no mark.
 */
export function orderFindings(text: string, field: string): Finding[] {
  const read = text.slice(0, MAXIMUM_READ);
  const isPayment = ACCOUNT.test(read) ? PAYS.test(read) || SUM.test(read) : PAYS.test(read) && ADDRESSEE.test(read);
  const isForm = TO_LINE.test(read) && AMOUNT_LINE.test(read);
  if (isPayment || isForm || TRADES.test(read))
    return [
      danger('It reads like an order to pay or to trade: a service that takes such texts can carry it out.', { field }),
    ];
  if (CHANGES.test(read))
    return [
      danger('It reads like an order to change or end something: a service that takes such texts can carry it out.', {
        field,
      }),
    ];
  if (![GIVES, LETS, BEHALF].some((words) => words.test(read))) return [];
  return [
    danger('It reads like a power: a service that takes such texts lets somebody else act for this key.', { field }),
  ];
}
