import { inQuotes, type OrganizationTag } from '../../../../shared/model/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { asked, askedWhole } from '../../../state/asked.ts';
import { day } from '../../../words/ends.ts';
import { nameWords } from '../cells.tsx';
import { type Inspected, section } from '../section.ts';

interface TagRow extends OrganizationTag {
  /** The users or the private keys with the tag. Null where the service lists no private keys. */
  readonly members: readonly { readonly id: string; readonly name: string }[] | null;
}

const KINDS: Readonly<Record<TagRow['kind'], string>> = { user: 'User', 'private key': 'Private key' };

function membersOf({ kind, members }: TagRow): Inspected['tables'][number]['facts'] {
  const label = KINDS[kind];
  if (members === null) return [{ label, value: 'Not known: the service lists no private keys.' }];
  return members.map(({ id, name }) => ({ label, value: name, from: id }));
}

export const tags = section<TagRow>({
  name: 'tags',
  part: 'tags',
  one: 'tag',
  many: 'tags',
  columns: [
    { key: 'name', title: 'Name', cell: ({ name }) => nameWords(name) },
    { key: 'kind', title: 'Kind', soft: true, width: '96px', from: 361, cell: ({ kind }) => KINDS[kind] },
    {
      key: 'members',
      title: 'Members',
      soft: true,
      width: 'minmax(0, 1.4fr)',
      from: 361,
      cell: ({ kind, members }) =>
        members === null ? (
          <span className="faint">not known</span>
        ) : members.length === 0 ? (
          <span className="tone-care-text">{kind === 'user' ? 'nobody' : 'no private key'}</span>
        ) : (
          members.map(({ name }) => name).join(', ')
        ),
    },
    {
      key: 'added',
      title: 'Added',
      soft: true,
      end: true,
      width: '92px',
      from: 361,
      cell: ({ createdAt }) => day(createdAt),
    },
  ],
  rows: ({ content: { tags: all, users } }) =>
    all.map((tag) => ({
      ...tag,
      members: tag.kind === 'user' ? users.filter(({ tagIds }) => tagIds.includes(tag.id)) : tag.privateKeys,
    })),
  textOf: ({ name, kind, id, members }) => [name, kind, id, ...(members ?? []).map((member) => member.name)].join(' '),
  filters: { kind: ({ kind }, value) => kind.replace(' ', '-').startsWith(value) || kind.startsWith(value) },
  orders: {
    name: ({ name }) => name,
    kind: ({ kind }) => kind,
    members: ({ members }) => members?.length ?? null,
    added: ({ createdAt }) => createdAt,
  },
  inspect: (tag) => ({
    title: nameWords(tag.name),
    under: tag.kind === 'user' ? 'Tag of users' : 'Tag of private keys',
    tables: [
      {
        title: 'Members',
        facts: membersOf(tag),
      },
      {
        title: 'Tag',
        facts: [
          ...(tag.createdAt === null ? [] : [{ label: 'Added', value: day(tag.createdAt) }]),
          idFact('Tag id', tag.id),
        ],
      },
    ],
  }),
  primary: () => ({ label: 'Create tag', asked: asked('Create tag', 'create_user_tag') }),
  acts: (tag, { content: { privateKeys } }) =>
    tag.kind === 'user'
      ? [
          {
            label: 'Change members…',
            asked: asked(`Change ${tag.name}`, 'update_user_tag', {
              values: { userTagId: tag.id, addUserIds: [], removeUserIds: [] },
              fixed: ['userTagId'],
            }),
          },
          {
            label: 'Delete tag…',
            asked: askedWhole(
              `Delete tag ${tag.name}`,
              'delete_user_tags',
              { userTagIds: [tag.id] },
              `Deletes the tag ${inQuotes(tag.name)} and takes it from its users. A policy that names the tag then fits nobody.`,
            ),
          },
        ]
      : [
          ...(privateKeys == null
            ? []
            : [
                {
                  label: 'Change members…',
                  asked: asked(`Change ${tag.name}`, 'update_private_key_tag', {
                    values: { privateKeyTagId: tag.id, addPrivateKeyIds: [], removePrivateKeyIds: [] },
                    fixed: ['privateKeyTagId'],
                  }),
                },
              ]),
          {
            label: 'Delete tag…',
            asked: askedWhole(
              `Delete tag ${tag.name}`,
              'delete_private_key_tags',
              { privateKeyTagIds: [tag.id] },
              `Deletes the tag ${inQuotes(tag.name)} and takes it from its private keys.`,
            ),
          },
        ],
  empty: 'No tags yet.',
});
