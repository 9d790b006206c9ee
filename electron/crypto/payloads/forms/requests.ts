/**
 * Texts that web services verify as an act of the key: requests, deliveries of webhooks, policies and statements. One row for each
 * shape. The same text behind the prefix of a personal message is verified by some services too.
 */

interface Shape {
  /** As in "a request to a web service". */
  readonly name: string;
  /** The first characters that are searched. Null for all. */
  readonly within: number | null;
  /** All of them match. */
  readonly shape: readonly RegExp[];
}

const REQUEST = 'a request to a web service';
const DELIVERY = 'a delivery of a webhook';
const ACCESS = 'a grant of access to cloud storage or queues';
const TOKEN = 'a token of a web service';
const STATEMENT = 'a policy or a statement that programs verify';
const HEAD = 4096;

/** `POST`, in capital letters as HTTP has it. */
const METHOD = '(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE)';
/** Seconds or smaller units since 1970, or RFC 3339. */
const TIME = String.raw`(?:\d{10}(?:\d{3}){0,3}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2}))`;
/** The date of a request, as HTTP has it. */
const HTTP_DATE = String.raw`\w{3}, \d\d? \w{3} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})`;
/** A day, or a time that may have no seconds. */
const DAY = String.raw`\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?`;
/** The members of JSON that name an act, and those that let a service take it once. */
const ACT = /"(?:action|command|instruction|jsonrpc|method|op|operation|request)"\s*:/i;
const ONCE =
  /"(?:created_?at|exp|expires|iat|nbf|nonce|origin_server_ts|recv_?window|time|timestamp|ts)"\s*:\s*"?\d{10}/i;
/** The members of JSON in the body of a webhook: what happened, and to what. */
const EVENT: readonly RegExp[] = [
  /"(?:action|event(?:_?type|_?name)?|topic|trigger|type)"\s*:\s*["{]/i,
  /"(?:body|content|data|event|object|payload|repository|resource)"\s*:\s*["{[]/i,
];
/** A query of GraphQL. */
const QUERY_OF_GRAPH = /"query"\s*:\s*"\s*(?:mutation|query|subscription|\{)/;

const JSON_BEGIN = /^[\s"\\]*[[{]/;

const SHAPES: readonly Shape[] = [
  // The base string of OAuth 1 (RFC 5849), and a method in a line of its own.
  { name: REQUEST, within: HEAD, shape: [new RegExp(`^${METHOD}&https?%3A%2F%2F`, 'i')] },
  {
    name: REQUEST,
    within: HEAD,
    shape: [new RegExp(String.raw`^(?:${METHOD}\r?\n|(?:get|post|put|patch|delete)\r?\n/)`)],
  },
  // A method before a path: `POST /pay`, `1683000000POST/pay`, `v1.1683000000000.POST./pay`.
  {
    name: REQUEST,
    within: HEAD,
    shape: [new RegExp(String.raw`^(?:\S{0,160}?[\d.:|,Z])?${METHOD}[.:|, ]{0,2}(?:https?:/)?/\S`)],
  },
  // A path before a method: `key1683000000/pay/POST{"amount":1}`.
  { name: REQUEST, within: HEAD, shape: [new RegExp(String.raw`^\S{0,160}/\S{0,160}${METHOD}(?:[{[]|$)`)] },
  // A method behind a time and other words: `1683000000keyPOST/pay`, `1683000000\nnonce\nPOST\n/pay`.
  { name: REQUEST, within: HEAD, shape: [new RegExp(String.raw`^\d{10}\S{0,160}?${METHOD}/\S`)] },
  { name: REQUEST, within: HEAD, shape: [new RegExp(String.raw`^${METHOD}\r?\n/`, 'm')] },
  // A method before the name of a host: `keyPOSTapi.example.com/pay`.
  {
    name: REQUEST,
    within: HEAD,
    shape: [new RegExp(String.raw`^[^\n]{0,160}${METHOD}[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4}/\S`)],
  },
  // A sign-in to a stream: `AUTH1683000000000`.
  { name: REQUEST, within: HEAD, shape: [/^AUTH\d{10,}$/] },
  // A query of GraphQL by itself, and a call of a function with an address.
  { name: REQUEST, within: HEAD, shape: [/^(?:mutation|query|subscription)\b[^{]{0,400}\{/] },
  { name: REQUEST, within: HEAD, shape: [/^\w{1,80}\([^()]{0,400}0x[\da-f]{40}[^()]*\)\s*;?$/i] },
  // Headers of HTTP in small letters, as drafts of message signatures write them.
  {
    name: REQUEST,
    within: HEAD,
    shape: [
      /^\((?:created|expires)\): \d|^date: \w{3}, \d\d? \w{3} \d{4} \d\d:\d\d:\d\d |^(?:content-)?digest: sha-\d+=/im,
    ],
  },
  // `/api/v1/transactions|1683000000|{…}`, as custody services sign it.
  {
    name: REQUEST,
    within: HEAD,
    shape: [new RegExp(String.raw`^\s*(?:\d{10,}\W?)?(?:${METHOD}\W?)?/[^\s|]*\|\d{10,}\|`)],
  },
  // Strings to sign of cloud services, HTTP message signatures (RFC 9421 and its drafts), and attestations (DSSE).
  {
    name: REQUEST,
    within: null,
    shape: [/^[ \t]*(?:AWS4|GOOG4)-[A-Z]|^"@signature-params": |^\(request-target\): |^DSSEv1 \d/m],
  },
  // The same of clouds that name their algorithm: `TC3-HMAC-SHA256`, `HMAC-SHA256`, `sha1\n1417773892;1417853898`.
  {
    name: REQUEST,
    within: HEAD,
    shape: [/^(?:[A-Z][A-Z\d]{0,9}-)?(?:HMAC|ECDSA|RSA)-[A-Z\d-]+\r?\n|^sha1\r?\n\d{10};\d{10}\r?\n|^bce-auth-v\d\//],
  },
  // Shared access signatures of Azure: of a resource, of an account, and of a bus for messages.
  { name: ACCESS, within: HEAD, shape: [/^\/(?:blob|file|queue|table)\/\S+\r?$/m, /^\d{4}-\d{2}-\d{2}\r?$/m] },
  {
    name: ACCESS,
    within: HEAD,
    shape: [new RegExp(String.raw`^[a-z]{1,16}\r?\n(?:${DAY})?\r?\n(?:${DAY})?\r?\n/\S`)],
  },
  {
    name: ACCESS,
    within: HEAD,
    shape: [
      new RegExp(String.raw`^[a-z\d]{3,24}\r?\n[a-z]{1,16}\r?\n[bfqt]{1,4}\r?\n[sco]{1,3}\r?\n(?:${DAY})?\r?\n${DAY}`),
    ],
  },
  { name: ACCESS, within: HEAD, shape: [/^\S*(?:\/|%2f)\S*\r?\n\d{10}(?:\d{3})?\s*$/i] },
  // A method, a path and a date of HTTP in small letters. A date before a path, as cloud storage has it.
  {
    name: REQUEST,
    within: HEAD,
    shape: [new RegExp(String.raw`^(?:${METHOD}\r?\n\S*\r?\n\S*\r?\n${HTTP_DATE}|${HTTP_DATE}[\r;]?\n?\S)`, 'i')],
  },
  // A path and a time without a method: `1683000000/file`, `/file1683000000`, `private/cancel11keynonce1683000000000`.
  { name: REQUEST, within: HEAD, shape: [/^\d{10}\/\S|^\/\S*\d{10}$|^[a-z]+\/[a-z-]+\S*\d{13}$/] },
  // A sign-in to a stream: `1557246346499websocket_login`. A delegate of a Safe: its address and the hour.
  { name: REQUEST, within: HEAD, shape: [/^\d{10}(?:\d{3})?[a-z][\w-]*$|^0x[\da-f]{40}\d{4,}$/i] },
  // The address of a page and the parameters sent to it: `https://example.com/callCallSidCA12…`, `https://example.com/hook{"id":1}`.
  {
    name: DELIVERY,
    within: null,
    shape: [
      /^https?:\/\/(?:\S*(?:\{\s*"|[?&]bodySHA256=[\da-f]{64})|[\s\S]*(?:Account|Call|Message|Sms|Service)Sid[A-Z]{2}[\dA-Fa-f])/,
    ],
  },
  // One word and an object of JSON, in any order: `evt_1/1683000000/{"id":1}`, `1683000000\n{"id":1}`, `{"id":1}.1683000000`.
  { name: DELIVERY, within: null, shape: [/^[^\s{[]{1,200}\s?(?:\{\s*"|\[\s*\{)/, /[}\]]\s*$/] },
  { name: DELIVERY, within: null, shape: [/^(?:\{\s*"|\[\s*\{)/, /[}\]][\s.:|,_-]?\d{10}(?:\d{3})?\s*$/] },
  // A path with a query, and a method before the address of a page.
  { name: REQUEST, within: HEAD, shape: [/^\/\S*\?\S+=|^(?:get|post|put|patch|delete) https?:\/\/\S+$/i] },
  // `1683000000` and a token, and the members of a notice of a payment.
  { name: DELIVERY, within: HEAD, shape: [/^\d{10}[\da-f]{32,}$/i] },
  { name: DELIVERY, within: HEAD, shape: [/^\d{10,}:[^:\n]*:[^:\n]+:[^\n]+:\d+:[A-Z]{3}:[A-Z_]+:(?:true|false)$/] },
  // `v1.1683000000000.id.{…}`, `v0:1531420618:token=x`, `id|2016-02-18T20:01:35Z|hook|crc`.
  { name: DELIVERY, within: HEAD, shape: [new RegExp(String.raw`^(?:[\w-]{1,80}[.:|,]){0,4}(?:t=)?${TIME}[.:|,]\S`)] },
  // `1683000000{"type":1}`, also with a key between.
  { name: DELIVERY, within: HEAD, shape: [/^\d{10}[^\s{[]{0,160}(?:\{\s*["}]|\[\s*["{\d\]])/] },
  { name: DELIVERY, within: HEAD, shape: [/^[^\s{[]{0,160}\d{10}(?:\d{3}){0,3}(?:\{\s*["}]|\[\s*["{\d\]])/] },
  // `1683000000\nnonce\n{…}`.
  { name: DELIVERY, within: HEAD, shape: [new RegExp(String.raw`^${TIME}\r?\n\S+\r?\n`)] },
  { name: STATEMENT, within: null, shape: [/^\s*\{/, /"Statement"\s*:/, /"(?:Action|Resource)"\s*:/] },
  { name: STATEMENT, within: null, shape: [/^\s*\{/, /"_type"\s*:/] },
  { name: STATEMENT, within: HEAD, shape: [/^\{/, /"expiration"\s*:/, /"conditions"\s*:/] },
  { name: STATEMENT, within: HEAD, shape: [/^[[{]/, /"@context"\s*:/] },
  // XML: a request or an assertion of a sign-in, an order to pay.
  { name: STATEMENT, within: HEAD, shape: [/^<(?:\?xml\s|[\w:.-]+\s[^>]*\bxmlns\b)/] },
  // The signed headers of a mail, an object of a repository, the checksums of files.
  { name: STATEMENT, within: null, shape: [/^dkim-signature:/im] },
  { name: STATEMENT, within: HEAD, shape: [/^(?:tree|object) [0-9a-f]{40}(?:[0-9a-f]{24})?\n(?:parent|author|type) /] },
  { name: STATEMENT, within: HEAD, shape: [/^(?:[0-9a-f]{2}){16,64} [ *]\S+$/m] },
  // An image of a container, signed XML, the head of a log, a path in a store, the files of an archive.
  { name: STATEMENT, within: HEAD, shape: [/^\s*\{/, /"critical"\s*:/, /"(?:identity|image)"\s*:/] },
  { name: STATEMENT, within: HEAD, shape: [/^\s*<(?:\w+:)?SignedInfo[\s>]/] },
  { name: STATEMENT, within: HEAD, shape: [/^\S+\n\d+\n[A-Za-z0-9+/]{20,}={0,2}\n/] },
  { name: STATEMENT, within: HEAD, shape: [/^1;\/\S+;sha256:/] },
  { name: STATEMENT, within: HEAD, shape: [/^(?:Manifest|Signature)-Version: /] },
  // An archive of packages, a file by its name and time, and encoded keys or requests.
  {
    name: STATEMENT,
    within: null,
    shape: [/^(?:Origin|Label|Suite|Codename): /m, /^(?:MD5Sum|SHA1|SHA256|SHA512):[ \t]*$/m],
  },
  { name: STATEMENT, within: HEAD, shape: [/^timestamp:\d{10}\t|^-----BEGIN [A-Z\d ]+-----/] },
  // Messages of banks and of trade, a program, and the hash of an image.
  { name: STATEMENT, within: HEAD, shape: [/^(?:\{1:F|:20:|UN[AB][+:]|#!\/|sha(?:256|512):[\da-f]{64})/] },
  // Statements of SQL.
  {
    name: STATEMENT,
    within: HEAD,
    shape: [
      /^(?:SELECT\s[\s\S]*?\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(?:ALTER|CREATE|DROP)\s+[A-Z]+)\s/,
    ],
  },
  // A JSON object in base64, alone or before a time and a signature.
  { name: TOKEN, within: null, shape: [/^eyJ[\w-]{4,}={0,2}(?:[.:!|~]\S*)?$/] },
];

/** The address of a page or of a payment has pairs too. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;
/** The marks between pairs, and a pair: `a=1&b=2`. */
const PAIRS: readonly (readonly [string, RegExp])[] = [
  ['&', /^[^\s=]+=[^\n]*$/],
  [';', /^[^\s=]+=\S*$/],
  ['~', /^[^\s=]+=\S*$/],
  ['\n', /^[^\s=]+=/],
];
/** A pair of a time, also behind the address of a page. */
const QUERY_TIME = /(?:^|[&?])(?:timestamp|nonce|ts|time|expires)=\d{10}[^\s&]*(?:&[^\s=&]+=[^\s&]*)*$/i;

/** A line of a document in YAML: a member, an item or a mark. */
const YAML_LINE = /^\s*(?:(?:- )*[a-z][\w.-]*:(?:\s.*)?|- .*|---)?$/;
/** A member that names an act. */
const YAML_ACT = /^[ \t]*(?:- )*(?:action|apiVersion|command|instruction|jsonrpc|method|op|operation|request):/m;
/** Members of a record, of which one line alone is none. */
const YAML_RECORD =
  /^[ \t]*(?:- )*(?:id|\w{1,40}_id|account\w{0,40}|amount\w{0,40}|balance|beneficiary|currency|iban|order\w{0,40}|recipient):.*\n.*\S/m;

/** The marks between fields, a time, an address, and a word that only says what follows it. */
const FIELD_MARKS = ['|', ';', ',', ':', '~'] as const;
const FIELD_TIME = /^\d{10}(?:\d{3}){0,3}$/;
const FIELD_ADDRESS = /^0x[\da-f]{40}$/i;
const FIELD_TITLE = /^(?:did|ethr|pkh|eip155|ethereum|address|0x[\da-f]{40}|\d{1,9})$/i;

/** Returns true for fields with marks between them and a time or an address among them: `transfer|bob|5|1683000000`. */
function isFields(text: string): boolean {
  if (/\s/.test(text)) return false;
  return FIELD_MARKS.some((mark) => {
    const fields = text.split(mark);
    if (fields.length > 2 && fields.some((field) => FIELD_TIME.test(field))) return true;
    return fields.some((field) => FIELD_ADDRESS.test(field)) && fields.some((field) => !FIELD_TITLE.test(field));
  });
}

/**
 * Returns the name of the request, delivery or statement that a text has the shape of. Null for other texts.
 *
 * @example
 * requestIn('1492774577.{"id":"evt_1"}');
 * // 'a delivery of a webhook'
 */
export function requestIn(content: string): string | null {
  const text = content.trimStart();
  const found = SHAPES.find(({ within, shape }) => {
    const head = within === null ? text : text.slice(0, within);
    return shape.every((part) => part.test(head));
  });
  if (found !== undefined) return found.name;
  if (text.includes('=') && isQuery(text.trimEnd())) return REQUEST;
  if (isFields(text.trimEnd())) return REQUEST;
  if (
    [YAML_ACT, YAML_RECORD].some((member) => member.test(text)) &&
    text.split('\n').every((line) => YAML_LINE.test(line))
  )
    return REQUEST;
  if (isDocument(text)) return STATEMENT;
  if (!JSON_BEGIN.test(text)) return null;
  // JSON can be in a text of JSON, where a backslash is before each quotation mark.
  const json = text.replaceAll('\\', '');
  if ([ACT, ONCE, QUERY_OF_GRAPH].some((member) => member.test(json))) return REQUEST;
  return EVENT.every((member) => member.test(json)) ? DELIVERY : null;
}

/** An element of XML, and its name. Names of HTML mark up words for people. */
const ELEMENT = /^<([a-z][\w:.-]*)(?:\s[^<>]*)?>/i;
const HTML =
  /^(?:a|abbr|article|b|blockquote|body|br|code|div|em|font|h[1-6]|head|hr|html|i|li|ol|p|pre|section|small|span|strong|sub|sup|table|u|ul)$/i;
/** A line of settings, as TOML and INI have them. */
const SETTING = /^\s*(?:\[[\w.-]+\]|[\w.-]+\s*=.*|[#;].*)?$/;
const SECTION = /^\[[\w.-]+\]\s*$/m;

/** Returns true for an element of XML that is not of HTML, and for settings under a title. */
function isDocument(text: string): boolean {
  const element = ELEMENT.exec(text.slice(0, HEAD))?.[1];
  if (element !== undefined) return !HTML.test(element) && text.trimEnd().endsWith(`</${element}>`);
  return (
    text.includes('=') && SECTION.test(text.slice(0, HEAD)) && text.split('\n').every((line) => SETTING.test(line))
  );
}

function isQuery(text: string): boolean {
  if (!/\s/.test(text) && QUERY_TIME.test(text)) return true;
  return !ADDRESS.test(text) && PAIRS.some(([mark, pair]) => areAll(text.split(mark), pair));
}

/** Lines of pairs may have a title before them. */
function areAll(parts: readonly string[], pair: RegExp): boolean {
  const pairs = parts[0]?.includes('=') === true ? parts : parts.slice(1);
  return pairs.length > 1 && pairs.every((part) => pair.test(part));
}
