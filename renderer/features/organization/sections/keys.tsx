import { inQuotes } from '../../../../shared/model/index.ts';
import { copiedFact, idFact } from '../../../parts/copy.tsx';
import { asked, askedWhole } from '../../../state/asked.ts';
import { ShortAddress } from '../../../ui/address.tsx';
import { day, END_GROUPS, endGroup, endsWithin, endWords } from '../../../words/ends.ts';
import { moment, shortMoment } from '../../../words/time.ts';
import { Ending, nameWords } from '../cells.tsx';
import { noticeOf, Soon, Uses } from '../key-notices.tsx';
import { type KeyRow, NOT_REPORTED, successorOf, TYPE_WORDS, usedWords } from '../key-rows.ts';
import { section } from '../section.ts';

const byEnd = (one: KeyRow, other: KeyRow) => (one.expiresAt ?? Infinity) - (other.expiresAt ?? Infinity) || 0;

export const keys = section<KeyRow>({
  name: 'keys',
  part: 'users',
  one: 'key',
  many: 'keys',
  columns: [
    { key: 'name', title: 'Name', width: 'minmax(0, 1.1fr)', cell: ({ name }) => nameWords(name) },
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
    ends: ({ expiresAt }) => expiresAt ?? null,
  },
  filters: {
    user: ({ user }, value) => user.toLowerCase().includes(value),
    used: ({ usedAt }, value) => (value === 'never' ? usedAt === null : value === 'here' ? usedAt != null : true),
    ends: ({ expiresAt }, value, { now }) => {
      if (value === 'never') return expiresAt === null;
      if (value === 'unknown') return expiresAt === undefined;
      if (value === 'passed') return expiresAt != null && expiresAt <= now;
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
    title: nameWords(key.name),
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
            aside: key.expiresAt == null ? '' : shortMoment(key.expiresAt),
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
