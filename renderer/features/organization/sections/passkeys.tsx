import { inQuotes, type Member } from '../../../../shared/model/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { askedWhole } from '../../../state/asked.ts';
import { day } from '../../../words/ends.ts';
import { nameWords } from '../cells.tsx';
import { section } from '../section.ts';

interface PasskeyRow extends Readonly<Member['passkeys'][number]> {
  readonly userId: string;
  readonly user: string;
}

export const passkeys = section<PasskeyRow>({
  name: 'passkeys',
  part: 'users',
  one: 'passkey',
  many: 'passkeys',
  columns: [
    { key: 'name', title: 'Name', cell: ({ name }) => nameWords(name) },
    { key: 'user', title: 'User', soft: true, from: 361, cell: ({ user }) => user },
    {
      key: 'model',
      title: 'Model',
      soft: true,
      from: 361,
      cell: ({ model }) => (model === '' ? <span className="faint">not reported</span> : model),
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
  rows: ({ content }) =>
    content.users.flatMap((user) => user.passkeys.map((passkey) => ({ ...passkey, userId: user.id, user: user.name }))),
  textOf: ({ name, user, model, id }) => [name, user, model, id].join(' '),
  orders: {
    name: ({ name }) => name,
    user: ({ user }) => user,
    model: ({ model }) => model || null,
    added: ({ createdAt }) => createdAt,
  },
  filters: { user: ({ user }, value) => user.toLowerCase().includes(value) },
  inspect: (passkey) => ({
    title: nameWords(passkey.name),
    under: `Passkey of ${passkey.user}`,
    tables: [
      {
        title: 'Passkey',
        facts: [
          { label: 'User', value: passkey.user },
          { label: 'Model', value: passkey.model === '' ? 'not reported' : passkey.model },
          ...(passkey.createdAt === null ? [] : [{ label: 'Added', value: day(passkey.createdAt) }]),
          { label: 'Model id', value: passkey.aaguid },
          idFact('Credential id', passkey.credentialId),
          idFact('Passkey id', passkey.id),
        ],
      },
    ],
  }),
  primary: () => ({ label: 'Add passkey', dialog: { name: 'add-passkey', userId: null } }),
  acts: (passkey) => [
    {
      label: 'Remove passkey…',
      asked: askedWhole(
        `Remove passkey ${passkey.name}`,
        'delete_authenticators',
        { userId: passkey.userId, authenticatorIds: [passkey.id] },
        `Removes the passkey ${inQuotes(passkey.name)} of ${passkey.user}. The service refuses its later stamps.`,
      ),
    },
  ],
  empty: 'No passkey yet.',
});
