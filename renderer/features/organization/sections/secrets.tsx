import { NO_SECRET_NAME, SECRET_RULES, type StoredSecret, secretProperties } from '../../../../shared/model/index.ts';
import { MAXIMUM_SECRETS } from '../../../../shared/operations/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { asked } from '../../../state/asked.ts';
import { day } from '../../../words/ends.ts';
import { count, counted } from '../../../words/number.ts';
import { moment } from '../../../words/time.ts';
import { section } from '../section.ts';

export const secrets = section<StoredSecret>({
  name: 'secrets',
  part: 'secrets',
  one: 'secret',
  many: 'secrets',
  columns: [
    { key: 'name', title: 'Name', cell: ({ name }) => name ?? <span className="faint">{NO_SECRET_NAME}</span> },
    { key: 'properties', title: 'Properties', soft: true, from: 421, cell: (secret) => secretProperties(secret) },
    { key: 'added', title: 'Added', soft: true, end: true, width: '92px', cell: ({ createdAt }) => day(createdAt) },
  ],
  rows: ({ content }) => content.secrets,
  ...SECRET_RULES,
  csv: 'secrets',
  inspect: (secret) => ({
    title: secret.name ?? NO_SECRET_NAME,
    under: 'Its content is sealed in the service. Only an export shows it, in the confirmation window.',
    tables: [
      {
        title: 'Properties, which policies can read',
        facts: secret.properties.map(({ key, value }) => ({ label: key, value })),
      },
      {
        title: 'Secret',
        facts: [{ label: 'Added', value: moment(secret.createdAt) }, idFact('Secret id', secret.id)],
      },
    ],
  }),
  primary: () => ({ label: 'Import secret', dialog: { name: 'import', kind: 'secret' } }),
  acts: (secret) => [
    { label: 'Export secret…', dialog: { name: 'export', of: { kind: 'secret', secrets: [secret] } } },
    {
      label: 'Delete secrets…',
      asked: asked('Delete secrets', 'delete_secrets', {
        values: { secretIds: [secret.id] },
        about: 'All of them are deleted, or none. A deleted secret can be restored only from an export.',
      }),
    },
  ],
  onSelected: (rows) => ({
    refusal: rows.length > MAXIMUM_SECRETS ? `One request exports at most ${count(MAXIMUM_SECRETS)} secrets.` : null,
    label: `Export ${counted(rows.length, 'secret')}…`,
    dialog: { name: 'export', of: { kind: 'secret', secrets: rows } },
  }),
  empty: 'No secrets yet.',
});
