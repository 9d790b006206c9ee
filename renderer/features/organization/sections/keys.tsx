import { type ApiKeyCurve, inQuotes, type Member } from '../../../../shared/model/index.ts';
import { copiedFact, idFact } from '../../../parts/copy.tsx';
import { asked, askedWhole } from '../../../state/asked.ts';
import { showSection } from '../../../state/route.ts';
import { ShortAddress } from '../../../ui/address.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { day, END_GROUPS, endGroup, endsWithin, endWords } from '../../../words/ends.ts';
import { counted } from '../../../words/number.ts';
import { age, moment, shortMoment } from '../../../words/time.ts';
import { Ending } from '../cells.tsx';
import { type Look, section } from '../section.ts';

type Key = Member['keys'][number];
interface KeyRow extends Key {
  readonly userId: string;
  readonly user: string;
  readonly isLast: boolean;
  readonly words: ReturnType<typeof endWords>;
  /** The last use on this machine, or that it is not reported. */
  readonly used: string;
}

/** Days of the filter for keys that end soon. */
const SOON = 30;
const ENDS_SOON = 'ends:within-30-days ';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  CREDENTIAL_TYPE_API_KEY_P256: 'P-256',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'secp256k1',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'Ed25519',
  CREDENTIAL_TYPE_RECOVER_USER_KEY_P256: 'P-256, of a recovery',
  CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256: 'P-256, of a login by email',
  CREDENTIAL_TYPE_OTP_AUTH_KEY_P256: 'P-256, of a login by code',
  CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256: 'P-256, of a session',
  CREDENTIAL_TYPE_OAUTH_KEY_P256: 'P-256, of a login by OAuth',
  CREDENTIAL_TYPE_LOGIN: 'of a login',
};

const NOT_REPORTED = 'not reported';
const usedWords = (usedAt: Key['usedAt'], now: number) =>
  usedAt === undefined ? NOT_REPORTED : usedAt === null ? 'not yet here' : `here ${age(usedAt, now)}`;

/** The curve of a successor, by the type of the key. Keys of logins and sessions have none. */
const CURVES: Readonly<Record<string, ApiKeyCurve>> = {
  CREDENTIAL_TYPE_API_KEY_P256: 'API_KEY_CURVE_P256',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'API_KEY_CURVE_SECP256K1',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'API_KEY_CURVE_ED25519',
};

/** Returns the values of a key that replaces another one: a free name, its curve and its lifetime. */
function successorOf({ name, type, createdAt, expiresAt }: Key) {
  const curveType = CURVES[type];
  const seconds = createdAt === null || expiresAt === null ? 0 : Math.round((expiresAt - createdAt) / 1000);
  return {
    apiKeyName: `${name} (2)`,
    ...(curveType === undefined ? {} : { curveType }),
    ...(seconds > 0 ? { expirationSeconds: String(seconds) } : {}),
  };
}

const byEnd = (one: KeyRow, other: KeyRow) => (one.expiresAt ?? Infinity) - (other.expiresAt ?? Infinity) || 0;

export const keys = section<KeyRow>({
  name: 'keys',
  part: 'users',
  one: 'key',
  many: 'keys',
  columns: [
    { key: 'name', title: 'Name', width: 'minmax(0, 1.1fr)', cell: ({ name }) => name },
    { key: 'user', title: 'User', soft: true, from: 361, cell: ({ user }) => user },
    {
      key: 'public',
      title: 'Public key',
      soft: true,
      width: '132px',
      from: 641,
      cell: ({ publicKey }) => <ShortAddress text={publicKey} />,
    },
    {
      key: 'added',
      title: 'Added',
      soft: true,
      end: true,
      width: '92px',
      from: 541,
      cell: ({ createdAt }) => day(createdAt),
    },
    {
      key: 'used',
      title: 'Last used',
      soft: true,
      end: true,
      width: '104px',
      from: 721,
      cell: ({ used }) => (used === NOT_REPORTED ? <span className="faint">{used}</span> : used),
    },
    { key: 'ends', title: 'Ends', end: true, width: '112px', cell: ({ words }) => <Ending words={words} /> },
  ],
  rows: ({ content, now }) =>
    content.users
      .flatMap((user) =>
        user.keys.map((key) => ({
          ...key,
          userId: user.id,
          user: user.name,
          isLast: user.keys.length === 1 && user.passkeys.length === 0,
          words: endWords(key.expiresAt, now),
          used: usedWords(key.usedAt, now),
        })),
      )
      .toSorted(byEnd),
  lines: (rows, { now }) =>
    END_GROUPS.flatMap((heading) => {
      const members = rows.filter(({ expiresAt }) => endGroup(expiresAt, now) === heading);
      return members.length === 0
        ? []
        : [{ heading, note: String(members.length) }, ...members.map((row) => ({ row }))];
    }),
  textOf: ({ name, user, publicKey, id, words }) => [name, user, publicKey, id, words.text].join(' '),
  orders: {
    name: ({ name }) => name,
    user: ({ user }) => user,
    added: ({ createdAt }) => createdAt,
    used: ({ usedAt }) => usedAt ?? null,
    ends: ({ expiresAt }) => expiresAt,
  },
  filters: {
    user: ({ user }, value) => user.toLowerCase().includes(value),
    used: ({ usedAt }, value) => (value === 'never' ? usedAt === null : value === 'here' ? usedAt != null : true),
    ends: ({ expiresAt }, value, { now }) => {
      if (value === 'never') return expiresAt === null;
      if (value === 'passed') return expiresAt !== null && expiresAt <= now;
      const days = Number(/\d+/.exec(value)?.[0]);
      return Number.isNaN(days) || endsWithin(expiresAt, days, now);
    },
  },
  pinned: (rows, { now }, search) => (
    <>
      {/(?:^|\s)used:/i.test(search) ? <Uses rows={rows} /> : null}
      <Soon rows={rows} now={now} search={search} />
    </>
  ),
  inspect: (key, { names }) => ({
    title: key.name,
    under: `API key of ${key.user}`,
    notices: noticeOf(key),
    tables: [
      {
        title: 'Key',
        facts: [
          { label: 'User', value: key.user },
          {
            label: 'Ends',
            value: <Ending words={key.words} />,
            aside: key.expiresAt === null ? '' : shortMoment(key.expiresAt),
          },
          { label: 'Added', value: moment(key.createdAt) },
          { label: 'Last used', value: key.used, aside: key.usedAt == null ? '' : shortMoment(key.usedAt) },
          { label: 'Curve', value: TYPE_WORDS[key.type] ?? key.type },
          ...(key.sessionProfileId === null
            ? []
            : [{ label: 'Session profile', value: names.of(key.sessionProfileId) }]),
          copiedFact('Public key', key.publicKey),
          idFact('Key id', key.id),
        ],
      },
    ],
  }),
  primary: () => ({ label: 'Add API key', asked: asked('Add API key', 'create_api_keys') }),
  acts: (key) => [
    {
      label: 'Replace key…',
      asked: asked(`Add key that replaces ${key.name}`, 'create_api_keys', {
        values: { userId: key.userId, apiKeys: [successorOf(key)] },
        fixed: ['userId'],
        about: `An end cannot be moved. This adds a key of ${key.user} beside ${inQuotes(key.name)}, which works until its end or its removal. Curve and lifetime are those of ${inQuotes(key.name)}.`,
      }),
    },
    {
      label: 'Remove key…',
      asked: askedWhole(
        `Remove key ${key.name}`,
        'delete_api_keys',
        { userId: key.userId, apiKeyIds: [key.id] },
        `Removes the API key ${inQuotes(key.name)} of ${key.user}. The service refuses its later stamps.${key.isLast ? ` ${key.user} has no other key or passkey.` : ''}`,
      ),
    },
  ],
  empty: 'No user has an API key.',
});

function noticeOf({ words: { tone, text }, user, isLast }: KeyRow) {
  if (tone === 'plain') return null;
  return (
    <Notice tone={tone} title={`This key ends ${text}`}>
      {isLast ? `${user} has no other key or passkey and then cannot sign in. ` : ''}
      An end cannot be moved. Add a new key, use it, then let this one end.
    </Notice>
  );
}

/** Says for how many keys a filter by use cannot answer. */
function Uses({ rows }: { readonly rows: readonly KeyRow[] }) {
  const others = rows.filter(({ usedAt }) => usedAt === undefined).length;
  if (others === 0) return null;
  return (
    <p className="organization-pinned">
      {`The service does not report when a key was used. The use of ${counted(others, 'key')} that ${others === 1 ? 'is' : 'are'} not kept here is not known.`}
    </p>
  );
}

/** Leads to the keys that end soon, and from there back to all. */
function Soon({
  rows,
  now,
  search,
}: {
  readonly rows: readonly KeyRow[];
  readonly now: Look['now'];
  readonly search: string;
}) {
  const soon = rows.filter(({ expiresAt }) => endsWithin(expiresAt, SOON, now)).length;
  const isFiltered = search.startsWith(ENDS_SOON);
  const others = rows.length - soon;
  if (isFiltered ? others === 0 : soon === 0) return null;
  return (
    <p className="organization-pinned">
      {isFiltered
        ? `${counted(others, 'other key', 'other keys')} ${others === 1 ? 'ends' : 'end'} later or ${others === 1 ? 'has' : 'have'} no end.`
        : `${counted(soon, 'key')} ${soon === 1 ? 'ends' : 'end'} within ${SOON} days.`}{' '}
      <Button kind="quiet" onClick={() => showSection('keys', isFiltered ? '' : ENDS_SOON)}>
        {isFiltered ? 'Show all keys' : 'Show keys that end soon'}
      </Button>
    </p>
  );
}
