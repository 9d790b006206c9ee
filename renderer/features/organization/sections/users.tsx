import type { Member } from '../../../../shared/model/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { asked, askedChange } from '../../../state/asked.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { day, endWords } from '../../../words/ends.ts';
import { Chips, Ending, nameWords } from '../cells.tsx';
import { section } from '../section.ts';

interface UserRow extends Member {
  readonly tags: readonly string[];
  readonly isRoot: boolean;
  readonly isMe: boolean;
  readonly isProgram: boolean;
}

/** Such a user stands for a program, unless it votes or reads here. */
const hasKeysAlone = ({ email, passkeys, providers, keys }: Member): boolean =>
  email === null && passkeys.length === 0 && providers.length === 0 && keys.length > 0;

const cannotSignIn = ({ keys, passkeys, providers }: Member) => keys.length + passkeys.length + providers.length === 0;

const number = (count: number, isCare: boolean) => (
  <span className={isCare ? 'tone-care-text' : count === 0 ? 'faint' : undefined}>{count}</span>
);

export const users = section<UserRow>({
  name: 'users',
  part: 'users',
  one: 'user',
  many: 'users',
  columns: [
    {
      key: 'name',
      title: 'Name',
      width: 'minmax(0, 1.1fr)',
      cell: ({ name, isMe }) => (
        <>
          <Visible text={nameWords(name)} />
          {isMe ? <span className="soft"> you</span> : null}
        </>
      ),
    },
    {
      key: 'email',
      title: 'Email',
      soft: true,
      width: 'minmax(0, 1.3fr)',
      from: 541,
      cell: (user) => user.email ?? (user.isProgram ? <span className="faint">Program</span> : null),
    },
    {
      key: 'tags',
      title: 'Tags',
      soft: true,
      width: 'minmax(0, 0.9fr)',
      from: 421,
      cell: ({ tags }) => <Chips names={tags} />,
    },
    {
      key: 'keys',
      title: 'Keys',
      end: true,
      width: '36px',
      from: 361,
      cell: (user) => number(user.keys.length, cannotSignIn(user)),
    },
    {
      key: 'passkeys',
      title: 'Passkeys',
      end: true,
      width: '64px',
      from: 361,
      cell: (user) => number(user.passkeys.length, cannotSignIn(user)),
    },
    {
      key: 'root',
      title: 'Root',
      width: '36px',
      cell: ({ isRoot }) =>
        isRoot ? (
          <>
            <Icon name="check" />
            <span className="visually-hidden">Root user</span>
          </>
        ) : null,
    },
  ],
  rows: ({ content: { users: all, quorum, me }, names }) =>
    all.map((user) => {
      const [isRoot, isMe] = [quorum?.userIds.includes(user.id) ?? false, user.id === me];
      const isProgram = !isRoot && !isMe && hasKeysAlone(user);
      return { ...user, tags: user.tagIds.map(names.of), isRoot, isMe, isProgram };
    }),
  textOf: ({ name, email, phone, tags, id, isRoot }) =>
    [name, email, phone, ...tags, id, isRoot ? 'root' : null].filter((text) => text !== null).join(' '),
  orders: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    tags: ({ tags }) => tags.join(', ') || null,
    keys: (user) => user.keys.length,
    passkeys: (user) => user.passkeys.length,
    root: ({ isRoot }) => Number(!isRoot),
  },
  filters: {
    tag: ({ tags }, value) => tags.some((name) => name.toLowerCase().includes(value)),
    root: ({ isRoot }, value) => isRoot === (value === 'yes'),
    key: ({ keys }, value) =>
      value === 'none' ? keys.length === 0 : keys.some(({ name }) => name.toLowerCase().includes(value)),
  },
  inspect: (user, { now, names }) => ({
    title: nameWords(user.name),
    under: user.email ?? (user.isProgram ? 'Program' : null),
    tables: [
      {
        title: 'Signs in with',
        facts: [
          ...user.keys.map(({ id, name, expiresAt }) => ({
            label: 'API key',
            value: (
              <>
                <Visible text={name} /> <Ending words={endWords(expiresAt, now)} />
              </>
            ),
            from: id,
          })),
          ...user.passkeys.map(({ id, name, createdAt }) => ({
            label: 'Passkey',
            value: name,
            aside: createdAt === null ? '' : `since ${day(createdAt)}`,
            from: id,
          })),
          ...user.providers.map(({ id, name, issuer }) => ({ label: 'OAuth', value: name, aside: issuer, from: id })),
          ...(cannotSignIn(user) ? [{ label: 'Nothing', value: 'This user has no key and no passkey.' }] : []),
        ],
      },
      {
        title: 'User',
        facts: [
          { label: 'Tags', value: user.tagIds.length === 0 ? 'None' : user.tagIds.map(names.of).join(', ') },
          { label: 'Root user', value: user.isRoot ? 'Yes, votes in the root quorum' : 'No' },
          ...(user.phone === null ? [] : [{ label: 'Phone', value: user.phone }]),
          ...(user.createdAt === null ? [] : [{ label: 'Added', value: day(user.createdAt) }]),
          idFact('User id', user.id),
        ],
      },
    ],
  }),
  primary: () => ({
    label: 'Add user',
    asked: asked('Add user', 'create_users', { fixed: ['users.*.authenticators', 'users.*.oauthProviders'] }),
  }),
  acts: (user) => [
    { label: 'Check access', page: { name: 'access', id: user.id } },
    {
      label: 'Add API key…',
      asked: asked(`Add API key of ${user.name}`, 'create_api_keys', {
        values: { userId: user.id },
        fixed: ['userId'],
      }),
    },
    {
      label: 'Edit…',
      asked: askedChange(
        `Edit ${user.name}`,
        'update_user',
        { userId: user.id },
        { userName: user.name, ...(user.email === null ? {} : { userEmail: user.email }), userTagIds: user.tagIds },
      ),
    },
    { label: 'Add passkey…', dialog: { name: 'add-passkey', userId: user.id } },
    {
      label: 'Add to tag…',
      asked: asked(`Add ${user.name} to a tag`, 'update_user_tag', {
        values: { addUserIds: [user.id], removeUserIds: [] },
        fixed: ['addUserIds', 'removeUserIds', 'newUserTagName'],
      }),
    },
    { label: 'Remove user…', page: { name: 'leaving', id: user.id } },
  ],
  empty: 'Only you are here.',
});
