import { worded } from '../../../language/worded.ts';
import { idFact } from '../../../parts/copy.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { day } from '../../../words/ends.ts';
import { counted } from '../../../words/number.ts';
import { isReachable, type Quorum, quorumWords } from '../quorum/quorum-rules.ts';
import { section } from '../section.ts';

interface RootRow {
  readonly id: string;
  readonly name: string;
  readonly isMe: boolean;
  readonly signsWith: string;
  readonly cannotSign: boolean;
  readonly since: number | null;
}

export const quorum = section<RootRow>({
  name: 'quorum',
  part: 'configuration',
  one: 'member',
  many: 'members',
  columns: [
    {
      key: 'name',
      title: 'Member',
      cell: ({ name, isMe }) => (
        <>
          <Visible text={name} />
          {isMe ? <span className="soft"> you</span> : null}
        </>
      ),
    },
    {
      key: 'signs',
      title: 'Signs in with',
      soft: true,
      from: 361,
      cell: ({ signsWith, cannotSign }) =>
        cannotSign ? <span className="tone-care-text">{signsWith}</span> : signsWith,
    },
    {
      key: 'since',
      title: 'User since',
      soft: true,
      end: true,
      width: '92px',
      from: 361,
      cell: ({ since }) => day(since),
    },
  ],
  rows: ({ content: { quorum: root, users, me }, names }) =>
    (root?.userIds ?? []).map((id) => {
      const user = users.find((one) => one.id === id);
      const [keys, passkeys] = [user?.keys.length ?? 0, user?.passkeys.length ?? 0];
      const cannotSign = keys + passkeys === 0;
      return {
        id,
        name: names.of(id),
        isMe: id === me,
        cannotSign,
        since: user?.createdAt ?? null,
        signsWith: cannotSign ? worded('nothing') : [counted(passkeys, 'passkey'), counted(keys, 'API key')].join(', '),
      };
    }),
  pinned: (rows, { content: { quorum: root } }) => (root === null ? null : <Reach root={root} rows={rows} />),
  textOf: ({ name, id, signsWith }) => [name, id, signsWith].join(' '),
  orders: { name: ({ name }) => name, since: ({ since }) => since },
  inspect: (member) => ({
    title: member.name,
    under: 'Member of the root quorum',
    tables: [
      {
        title: 'Member',
        facts: [
          { label: 'Signs in with', value: member.signsWith },
          ...(member.since === null ? [] : [{ label: 'User since', value: day(member.since) }]),
          idFact('User id', member.id),
        ],
      },
    ],
  }),
  // Without today's members, a change would drop those that are not known.
  primary: ({ content }) =>
    content.quorum === null ? null : { label: 'Change quorum', page: { name: 'quorum', without: null } },
  acts: (member) => [{ label: 'Remove from quorum…', page: { name: 'quorum', without: member.id } }],
  empty: 'The service reports no root quorum.',
});

/** Says what the quorum can do, or why its members cannot give the votes that it needs. */
function Reach({ root, rows }: { readonly root: Quorum; readonly rows: readonly RootRow[] }) {
  const able = rows.filter(({ cannotSign }) => !cannotSign).length;
  if (isReachable(root) && able >= root.threshold)
    return (
      <p className="organization-pinned">
        <strong>{quorumWords(root)}</strong> root users can do everything. No policy limits them.
      </p>
    );
  return (
    <div className="list-problem">
      {isReachable(root) ? (
        <Notice tone="danger" title="Too few members can vote">
          {`The quorum needs ${counted(root.threshold, 'vote')}. ${counted(able, 'member')} of ${rows.length} can sign in with a key or passkey. Add a key or passkey for another member.`}
        </Notice>
      ) : (
        <Notice tone="danger" title="The service reports a quorum that nobody can reach">
          {`It ${quorumWords(root)}. No request that needs the root quorum can be decided. Ask the operator of the service.`}
        </Notice>
      )}
    </div>
  );
}
