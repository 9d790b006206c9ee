/** Sign-In with Ethereum (ERC-4361): the text that lets whoever holds its signature in, read strictly, member by member. */
import { type DecodedField, type Finding, shortened } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import { care, danger, information, row } from '../meaning.ts';
import { ethereumChain } from '../transactions/ethereum/meaning.ts';

export interface SignIn {
  readonly step: string;
  readonly summary: readonly DecodedField[];
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

const FIRST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/i;
/** The lines behind the statement, in their order; the first five must be there. */
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
const REQUIRED = 5;
const RESOURCES = 'Resources:';
const AUTHORITY = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const MAXIMUM_RESOURCES = 64;
const BASIS = 'ERC-4361';

/** Who signs, and when it is asked for (milliseconds since 1970), where these are known. */
interface Asked {
  readonly signWith: string | null;
  readonly atMs: number | null;
}

/**
 * What a message says that asks to be signed in with; null for one that does not begin so. One that begins so and is no such
 * message is told as a finding, with nothing else. Ranges are in the UTF-8 of the message.
 */
export function readSignIn(message: string, asked: Asked): SignIn | null {
  const [, domain] = FIRST.exec(message.slice(0, 1024).split('\n', 1)[0] ?? '') ?? [];
  if (domain === undefined) return null;
  const read = readMembers(message, domain);
  if (typeof read === 'string')
    return {
      step: `Sign a message that begins like a sign-in to ${domain} and is none`,
      summary: [],
      fields: [],
      findings: [
        danger(`It begins like Sign-In with Ethereum, but ${read}. Nothing that it says can be relied on.`, FROM),
      ],
    };
  const value = (name: string) => read.find((member) => member.name === name)?.value;
  const chainId = value('Chain ID') ?? '';
  const [expires, from] = [value('Expiration Time'), value('Not Before')];
  return {
    step: `Sign in to ${domain} as ${value('address')}`,
    summary: [
      row('Signs in to', domain),
      row('Chain', /^\d{1,78}$/.test(chainId) ? ethereumChain(BigInt(chainId)).name : chainId),
      ...(expires === undefined ? [] : [row('Valid until', expires, 'time')]),
      ...(from === undefined ? [] : [row('Valid from', from, 'time')]),
    ],
    fields: read,
    findings: judge(domain, value, asked),
  };
}

const FROM = { basis: BASIS } as const;

/** Every member with its place; or why the message is none. */
function readMembers(message: string, domain: string): DecodedField[] | string {
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
  if (ethereumAddress.normalize(line() ?? '') === null) return 'its second line is not an address';
  take('address', '', 'address');
  if (line() !== '') return 'no empty line follows its address';
  next();
  if (line() !== '' && line()?.startsWith('URI: ') !== true) take('statement', '');
  if (line() === '') next();
  for (const [place, tag] of TAGS.entries()) {
    const prefix = `${tag}: `;
    if (line()?.startsWith(prefix) === true) take(tag, prefix);
    else if (place < REQUIRED) return `it has no ${tag} where one must be`;
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

function judge(domain: string, value: (name: string) => string | undefined, { signWith, atMs }: Asked): Finding[] {
  const address = value('address') ?? '';
  const uri = value('URI') ?? '';
  const [, scheme = '', authority = ''] = AUTHORITY.exec(uri) ?? [];
  const signer = ethereumAddress.normalize(signWith ?? '');
  const [expires, from] = [value('Expiration Time'), value('Not Before')];
  const findings: Finding[] = [];
  const tell = (level: typeof danger, field: string, text: string) => findings.push(level(text, { field, ...FROM }));
  if (authority.toLowerCase() !== domain.toLowerCase())
    tell(
      danger,
      'URI',
      `It says that ${shortened(domain, 100)} asks, but what is signed in to is ${shortened(uri, 200)}.`,
    );
  if (domain.includes('@')) tell(danger, 'domain', 'The domain has an @: what stands before it is not where it leads.');
  if (/[^ -~]|xn--/i.test(domain))
    tell(danger, 'domain', 'The domain has letters beyond plain ones, which can resemble another domain.');
  if (signer !== null && signer !== ethereumAddress.normalize(address))
    tell(danger, 'address', `It is for ${address}, but ${signer} signs it.`);
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.test(authority))
    tell(care, 'URI', 'It signs in over an unprotected connection (http).');
  if (value('Version') !== '1') tell(care, 'Version', `Its version is not 1, the only one there is.`);
  if (!/^[A-Za-z0-9]{8,}$/.test(value('Nonce') ?? ''))
    tell(care, 'Nonce', 'Its nonce is not 8 or more letters and digits, so the signature may be used again.');
  for (const tag of ['Issued At', 'Expiration Time', 'Not Before'])
    if (value(tag) !== undefined && Number.isNaN(Date.parse(value(tag) ?? '')))
      tell(care, tag, `Its ${tag} is no time.`);
  const now = atMs ?? Date.parse(value('Issued At') ?? '');
  if (from !== undefined && Date.parse(from) > now) tell(care, 'Not Before', `It holds from ${from} only.`);
  if (expires === undefined) tell(information, 'Issued At', 'It names no end: the service decides how long it holds.');
  const isRead = value('resources[0]') !== undefined;
  if (isRead) tell(care, 'resources[0]', 'It lets the service use what its resources name.');
  return findings;
}
