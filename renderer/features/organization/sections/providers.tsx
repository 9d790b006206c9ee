import { inQuotes, type Member } from '../../../../shared/model/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { asked, askedWhole } from '../../../state/asked.ts';
import { day } from '../../../words/ends.ts';
import { section } from '../section.ts';

interface ProviderRow extends Readonly<Member['providers'][number]> {
  readonly userId: string;
  readonly user: string;
}

export const providers = section<ProviderRow>({
  name: 'providers',
  part: 'users',
  one: 'provider',
  many: 'providers',
  columns: [
    { key: 'name', title: 'Name', cell: ({ name }) => name },
    { key: 'issuer', title: 'Issuer', soft: true, from: 361, cell: ({ issuer }) => issuer },
    { key: 'audience', title: 'Audience', soft: true, from: 361, cell: ({ audience }) => audience },
    { key: 'user', title: 'User', soft: true, from: 361, cell: ({ user }) => user },
  ],
  rows: ({ content }) =>
    content.users.flatMap((user) => user.providers.map((one) => ({ ...one, userId: user.id, user: user.name }))),
  textOf: ({ name, issuer, audience, user, id }) => [name, issuer, audience, user, id].join(' '),
  orders: {
    name: ({ name }) => name,
    issuer: ({ issuer }) => issuer,
    audience: ({ audience }) => audience,
    user: ({ user }) => user,
  },
  filters: { user: ({ user }, value) => user.toLowerCase().includes(value) },
  inspect: (provider) => ({
    title: provider.name,
    under: `Login of ${provider.user}`,
    tables: [
      {
        title: 'Provider',
        facts: [
          { label: 'User', value: provider.user },
          { label: 'Issuer', value: provider.issuer },
          { label: 'Audience', value: provider.audience },
          { label: 'Subject', value: provider.subject },
          ...(provider.createdAt === null ? [] : [{ label: 'Added', value: day(provider.createdAt) }]),
          idFact('Provider id', provider.id),
        ],
      },
    ],
  }),
  primary: () => ({
    label: 'Add provider',
    asked: asked('Add provider', 'create_oauth_providers', {
      values: { oauthProviders: [{ providerName: '', oidcClaims: { iss: '', sub: '', aud: '' } }] },
      fixed: ['oauthProviders.*.oidcToken'],
    }),
  }),
  acts: (provider) => [
    {
      label: 'Remove provider…',
      asked: askedWhole(
        `Remove provider ${provider.name}`,
        'delete_oauth_providers',
        { userId: provider.userId, providerIds: [provider.id] },
        `Removes the login ${inQuotes(provider.name)} of ${provider.user}.`,
      ),
    },
  ],
  empty: 'No provider yet.',
});
