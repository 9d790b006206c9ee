/**
 * Sign-in texts (ERC-4361, and CAIP-122 for other chains). A holder of the signature can sign in. Parsed strictly,
 * member by member.
 */
import { type AddressFormat, DAY_MS, type DecodedField, type Finding, shortened } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, findFormatsOf } from '../addresses/index.ts';
import { care, danger, information, row } from '../meaning.ts';
import { ethereumChain } from '../transactions/ethereum/meaning.ts';
import { grantedBy, imitationIn, type OtherDomains, otherDomainsIn } from './sign-in-domains.ts';

export interface SignIn {
  readonly step: string;
  readonly summary: readonly DecodedField[];
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/** Looser than the standards: a line that only resembles theirs is a danger and not a plain text. */
const FIRST = /^(.*?) wants you to sign in with your (.*?) account\b(.*)$/i;
const DOMAIN = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+)$/i;

/** Every end of a line that a screen shows. The standards have \n only, so another one makes a message malformed. */
const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;
const OTHER_LINE_END = /[\v\f\r\u0085\u2028\u2029]/;

/** The sign-in text of a chain. */
interface Rule {
  readonly chain: string;
  readonly basis: string;
  /** The format of its accounts. Null for a chain whose format is not known here. */
  readonly format: AddressFormat | null;
  /** The number of leading tags that are required. */
  readonly required: number;
}

const RULES: readonly Rule[] = [
  { chain: 'Ethereum', basis: 'ERC-4361', format: 'ADDRESS_FORMAT_ETHEREUM', required: 5 },
  { chain: 'Solana', basis: 'Sign In with Solana', format: 'ADDRESS_FORMAT_SOLANA', required: 0 },
  { chain: 'Aptos', basis: 'CAIP-122', format: 'ADDRESS_FORMAT_APTOS', required: 0 },
  { chain: 'Sui', basis: 'CAIP-122', format: 'ADDRESS_FORMAT_SUI', required: 0 },
  { chain: 'Stellar', basis: 'CAIP-122', format: 'ADDRESS_FORMAT_XLM', required: 0 },
  { chain: 'Tron', basis: 'CAIP-122', format: 'ADDRESS_FORMAT_TRON', required: 0 },
];
const otherRule = (chain: string): Rule => ({ chain, basis: 'CAIP-122', format: null, required: 0 });

/** The lines behind the statement, in their order. */
const TAGS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const;
const RESOURCES = 'Resources:';
const AUTHORITY = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i;
/** A first line that people read as that of a sign-in, and that no verifier takes. */
const NEAR = /\bwants[\s\u00a0]+you[\s\u00a0]+to[\s\u00a0]+sign[\s\u00a0-]*in[\s\u00a0]+with[\s\u00a0]+your\b/iu;
const MAXIMUM_FIRST = 16_384;
/** Schemes that run or read something on the machine itself. */
const LOCAL_SCHEME = /^(?:javascript|data|file|blob|vbscript)$/i;
/** A date and a time (RFC 3339). */
const TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
/** A sign-in that ends later than this ends practically never. */
const LONGEST_MS = 10 * 366 * DAY_MS;
const URI = /^[a-z][a-z0-9+.-]*:\S+$/i;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const MAXIMUM_RESOURCES = 64;
/** The most that the clocks of a service and of this machine differ. */
const MOST_AHEAD_MS = 600_000;

/** The signer and the time of the request (milliseconds since 1970), if known. */
interface Asked {
  readonly signWith: string | null;
  readonly atMs: number | null;
}

/**
 * Parses a sign-in message. Returns null for a text that does not begin like one. A malformed message gets a finding,
 * and nothing else of it is shown. Ranges are in the UTF-8 of the message.
 */
export function readSignIn(message: string, asked: Asked): SignIn | null {
  // Services that cut blanks off take such a text for a sign-in.
  const said = message.trimStart();
  const [, begin, chain = '', end] = FIRST.exec(said.slice(0, 1024).split(LINE_END, 1)[0] ?? '') ?? [];
  const isNear = begin === undefined && NEAR.test(said.slice(0, MAXIMUM_FIRST).split(LINE_END, 1)[0] ?? '');
  if (begin === undefined && !isNear) return null;
  const rule = RULES.find((known) => known.chain.toLowerCase() === chain.toLowerCase()) ?? otherRule(chain);
  const [, domain] = DOMAIN.exec(begin ?? '') ?? [];
  const read =
    domain === undefined || end !== ':' || chain !== chain.trim() || said !== message
      ? 'its first line does not follow the format'
      : OTHER_LINE_END.test(message)
        ? 'its lines end with other characters than a line feed'
        : readMembers(message, domain, rule);
  if (typeof read === 'string' || domain === undefined)
    return {
      step: `Sign a message that begins like a sign-in to ${shortened(domain ?? begin ?? 'an unknown service', 100)} but is malformed`,
      summary: [],
      fields: [],
      findings: [
        danger(
          `It begins like a sign-in${rule.chain.trim() === '' ? '' : ` with an account of ${shortened(rule.chain.trim(), 50)}`}, but ${String(read)}. Do not rely on its contents.`,
          { basis: rule.basis },
        ),
      ],
    };
  const value = (name: string) => read.find((member) => member.name === name)?.value;
  const chainId = value('Chain ID') ?? '';
  const [expires, from] = [value('Expiration Time'), value('Not Before')];
  return {
    step: `Sign in to ${domain} as ${value('address')}`,
    summary: [
      row('Signs in to', domain),
      row('Chain', chainText(rule, chainId)),
      ...(expires === undefined ? [] : [row('Valid until', expires, 'time')]),
      ...(from === undefined ? [] : [row('Valid from', from, 'time')]),
    ],
    fields: read,
    findings: judge({ domain, rule, fields: read, value }, asked),
  };
}

/** Returns the chain by its name, or the network of a chain that numbers its networks. */
function chainText({ chain, format }: Rule, id: string): string {
  if (format === 'ADDRESS_FORMAT_ETHEREUM') return /^\d{1,78}$/.test(id) ? ethereumChain(BigInt(id)).name : id;
  return id === '' ? chain : `${chain}, ${id}`;
}

const isTagLine = (line: string | undefined) =>
  line !== undefined && (line === RESOURCES || TAGS.some((tag) => line.startsWith(`${tag}: `)));

/** Returns every member with its range, or the reason that the message is invalid. */
function readMembers(message: string, domain: string, { format, required }: Rule): DecodedField[] | string {
  const lines = message.split('\n');
  const fields: DecodedField[] = [];
  let index = 0;
  let start = 0;
  const line = () => lines[index];
  const next = () => {
    start += utf8Encode(lines[index] ?? '').length + 1;
    index += 1;
  };
  const take = (name: string, prefix: string, kind: DecodedField['kind'] = 'text') => {
    const text = lines[index] ?? '';
    const from = start + utf8Encode(prefix).length;
    fields.push({
      name,
      value: text.slice(prefix.length),
      kind,
      range: { start: from, end: start + utf8Encode(text).length },
    });
    next();
  };
  fields.push({
    name: 'domain',
    value: domain,
    kind: 'text',
    range: { start: 0, end: utf8Encode(line() ?? '').length },
  });
  next();
  if (!isAccount(line() ?? '', format)) return 'its second line is not an address';
  take('address', '', 'address');
  if (index === lines.length && required === 0) return fields;
  if (line() !== '') return 'no empty line follows its address';
  next();
  if (line() !== '' && !isTagLine(line())) take('statement', '');
  if (index === lines.length && required === 0) return fields;
  if (line() === '') next();
  for (const [place, tag] of TAGS.entries()) {
    const prefix = `${tag}: `;
    if (line()?.startsWith(prefix) === true) take(tag, prefix);
    else if (place < required) return `it has no ${tag} in its place`;
  }
  if (line() === RESOURCES) {
    next();
    for (let count = 0; line()?.startsWith('- ') === true; count += 1) {
      if (count === MAXIMUM_RESOURCES) return `it names more than ${MAXIMUM_RESOURCES} resources`;
      take(`resources[${count}]`, '- ');
    }
  }
  return index < lines.length ? 'something follows its end' : fields;
}

/** Returns true when a line is an account, or one word for a chain whose addresses are not known here. */
function isAccount(line: string, format: AddressFormat | null): boolean {
  return format === null ? /^\S+$/.test(line) : ADDRESS_TABLE[format].normalize(line) !== null;
}

/** Returns the required signer of the message, or null when the signer is a key named by its id. */
function signerOf(signWith: string | null, format: AddressFormat | null): string | null {
  if (signWith === null || findFormatsOf(signWith).length === 0) return null;
  return (format === null ? null : ADDRESS_TABLE[format].normalize(signWith)) ?? signWith;
}

interface SignInMessage {
  readonly domain: string;
  readonly rule: Rule;
  readonly fields: readonly DecodedField[];
  value(name: string): string | undefined;
}

function judge(message: SignInMessage, { signWith, atMs }: Asked): Finding[] {
  const { domain, rule, value } = message;
  const address = value('address') ?? '';
  const uri = value('URI') ?? '';
  const [, scheme = '', authority = ''] = AUTHORITY.exec(uri) ?? [];
  const signer = signerOf(signWith, rule.format);
  const account = rule.format === null ? address : ADDRESS_TABLE[rule.format].normalize(address);
  const [expires, from] = [value('Expiration Time'), value('Not Before')];
  const findings: Finding[] = [];
  const add = (findingOf: typeof danger, field: string, text: string) =>
    findings.push(findingOf(text, { field, basis: rule.basis }));
  if (value('URI') === undefined)
    add(care, 'domain', 'It names no address (URI) of the service, so nothing confirms the domain.');
  else if (authority.toLowerCase() !== domain.toLowerCase())
    add(danger, 'URI', `It says that ${shortened(domain, 100)} asks, but the sign-in is to ${shortened(uri, 200)}.`);
  if (LOCAL_SCHEME.test(scheme))
    add(danger, 'URI', `Its address (URI) begins with ${scheme}:, which runs or reads something on the machine.`);
  else if (scheme !== '' && !/^https?$/i.test(scheme))
    add(care, 'URI', `Its address (URI) begins with ${shortened(scheme, 50)}: and is no web page.`);
  if (rule.format === 'ADDRESS_FORMAT_ETHEREUM' && !/^[1-9]\d{0,77}$/.test(value('Chain ID') ?? ''))
    add(danger, value('Chain ID') === undefined ? 'domain' : 'Chain ID', 'It names no chain by its number.');
  if (domain.includes('@')) add(danger, 'domain', 'The domain has an @: the text before the @ is not the destination.');
  if (/[^ -~]|xn--/i.test(domain))
    add(danger, 'domain', 'The domain has letters beyond plain ones, which can resemble another domain.');
  const imitation = imitationIn(domain);
  if (imitation !== null) add(imitation.isWord ? care : danger, 'domain', imitation.text);
  if (signer !== null && signer !== account) add(danger, 'address', `It is for ${address}, but ${signer} signs it.`);
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.test(authority))
    add(care, 'URI', 'It signs in over an unprotected connection (http).');
  if ((value('Version') ?? '1') !== '1') add(care, 'Version', `Its version is not 1, the only version.`);
  if (value('Nonce') === undefined) add(care, 'domain', 'It has no nonce, so the signature can be used again.');
  else if (!/^[A-Za-z0-9]{8,}$/.test(value('Nonce') ?? ''))
    add(care, 'Nonce', 'Its nonce is not 8 or more letters and digits, so the signature may be used again.');
  for (const tag of ['Issued At', 'Expiration Time', 'Not Before'])
    if (value(tag) !== undefined && (!TIME.test(value(tag) ?? '') || Number.isNaN(Date.parse(value(tag) ?? ''))))
      add(care, tag, `Its ${tag} is no time.`);
  const now = atMs ?? Date.parse(value('Issued At') ?? '');
  if (atMs !== null && Date.parse(value('Issued At') ?? '') > atMs + MOST_AHEAD_MS)
    add(care, 'Issued At', `It says that it was issued at ${value('Issued At')}, which is still to come.`);
  if (from !== undefined && Date.parse(from) > now) add(care, 'Not Before', `It holds from ${from} only.`);
  // With the time of the request, the row has a finding of its own.
  if (atMs === null && Date.parse(expires ?? '') - now > LONGEST_MS)
    add(care, 'Expiration Time', `It expires at ${expires}: in practice it never ends.`);
  if (expires === undefined)
    add(
      information,
      value('Issued At') === undefined ? 'domain' : 'Issued At',
      'It has no expiry: the service decides how long it is valid.',
    );
  const isRead = value('resources[0]') !== undefined;
  if (isRead) add(care, 'resources[0]', 'It lets the service use the resources it lists.');
  return [...findings, ...otherDomains(message)];
}

/** Findings about other domains in the statement, and about resources of other domains or with delegated rights. */
function otherDomains({ domain, rule, fields }: SignInMessage): Finding[] {
  return fields.flatMap(({ name, value }): Finding[] => {
    if (name !== 'statement' && !name.startsWith('resources[')) return [];
    const about = { field: name, basis: rule.basis };
    const granted = name === 'statement' ? null : grantedBy(value);
    if (granted === undefined) return [danger('A resource delegates rights (ERC-5573) that cannot be read.', about)];
    const other = otherDomainsIn(granted ?? value, domain);
    const domainFinding = (where: string, { named, resembles }: OtherDomains): Finding =>
      resembles
        ? danger(`${where} names ${named}, which resembles the domain that asks, ${shortened(domain, 100)}.`, about)
        : care(`${where} names ${named}, but ${shortened(domain, 100)} asks for the sign-in.`, about);
    return [
      ...(name === 'statement' || URI.test(value) ? [] : [care('A resource is not an address (URI).', about)]),
      ...(granted === null
        ? []
        : [care(`A resource delegates rights (ERC-5573) to the service, over ${shortened(granted, 200)}.`, about)]),
      ...(other === null ? [] : [domainFinding(name === 'statement' ? 'The statement' : 'A resource', other)]),
    ];
  });
}
