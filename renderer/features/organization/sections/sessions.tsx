import type { OrganizationContent } from '../../../../shared/model/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { asked } from '../../../state/asked.ts';
import { Mono } from '../../../ui/visible.tsx';
import { day } from '../../../words/ends.ts';
import { span } from '../../../words/time.ts';
import { type ExpressionWords, whatWords } from '../policy-words.ts';
import { section } from '../section.ts';

type SessionRow = OrganizationContent['sessionProfiles'][number] & { readonly what: ExpressionWords };

const lifetime = ({ seconds }: SessionRow) => {
  if (seconds === undefined) return 'not known';
  return seconds === null ? 'the default' : span(seconds * 1000);
};

export const sessions = section<SessionRow>({
  name: 'sessions',
  part: 'sessionProfiles',
  one: 'session profile',
  many: 'session profiles',
  columns: [
    { key: 'name', title: 'Name', cell: ({ name }) => name },
    { key: 'lifetime', title: 'Lifetime', soft: true, width: '104px', from: 361, cell: lifetime },
    {
      key: 'what',
      title: 'Allows',
      soft: true,
      width: 'minmax(0, 1.6fr)',
      from: 361,
      cell: ({ what }) => (what.isExact ? <Mono text={what.text} /> : what.text),
    },
  ],
  rows: ({ content, names }) =>
    content.sessionProfiles.map((profile) => ({ ...profile, what: whatWords(profile.scope, names) })),
  textOf: ({ name, scope, notes, id }) => [name, scope, notes, id].join(' '),
  orders: { name: ({ name }) => name },
  inspect: (profile) => ({
    title: profile.name,
    under: 'Limits the sessions that name it. It never changes.',
    tables: [
      {
        title: 'Session profile',
        facts: [
          { label: 'Lifetime', value: lifetime(profile) },
          ...(profile.notes === '' ? [] : [{ label: 'Notes', value: profile.notes }]),
          ...(profile.createdAt === null ? [] : [{ label: 'Added', value: day(profile.createdAt) }]),
          idFact('Profile id', profile.id),
        ],
      },
    ],
    texts: [{ label: 'Scope', text: profile.scope }],
  }),
  primary: () => ({ label: 'Create profile', asked: asked('Create session profile', 'create_session_profile') }),
  acts: () => [],
  empty: 'Default lifetime applies.',
});
