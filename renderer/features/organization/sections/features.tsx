import { worded } from '../../../language/worded.ts';
import { asked, askedWhole } from '../../../state/asked.ts';
import { Mono } from '../../../ui/visible.tsx';
import { valueLabel } from '../../../words/values.ts';
import { section } from '../section.ts';

interface FeatureRow {
  readonly id: string;
  readonly title: string;
  readonly value: string;
  readonly meaning: string;
}

/** The effect of each feature of the interface. */
const MEANINGS: Readonly<Record<string, string>> = {
  FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY: 'Root users recover access by email.',
  FEATURE_NAME_WEBAUTHN_ORIGINS: 'The pages that may use passkeys of this organization.',
  FEATURE_NAME_EMAIL_AUTH: 'Users log in with a link by email.',
  FEATURE_NAME_EMAIL_RECOVERY: 'Users recover access by email.',
  FEATURE_NAME_WEBHOOK: 'Activities are reported to this address.',
  FEATURE_NAME_SMS_AUTH: 'Users log in with a code by SMS.',
  FEATURE_NAME_OTP_EMAIL_AUTH: 'Users log in with a code by email.',
  FEATURE_NAME_AUTH_PROXY: 'People sign up and log in without an API key.',
  FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED: 'The service pays the rent of new Solana accounts.',
  FEATURE_NAME_SWAP_CONFIG: 'The settings for swaps.',
  FEATURE_NAME_EARN_CONFIG: 'The settings for vaults that earn.',
};

export const features = section<FeatureRow>({
  name: 'features',
  part: 'configuration',
  one: 'feature',
  many: 'features',
  columns: [
    { key: 'name', title: 'Feature', cell: ({ title }) => title },
    {
      key: 'value',
      title: 'Value',
      soft: true,
      width: 'minmax(0, 0.8fr)',
      from: 361,
      cell: ({ value }) => (value === '' ? worded('on') : value),
    },
    {
      key: 'meaning',
      title: 'Meaning',
      soft: true,
      width: 'minmax(0, 1.6fr)',
      from: 361,
      cell: ({ meaning }) => meaning,
    },
  ],
  rows: ({ content }) =>
    content.features.map(({ name, value }) => {
      return { id: name, title: valueLabel(name), value, meaning: MEANINGS[name] ?? '' };
    }),
  textOf: ({ id, title, value, meaning }) => [title, value, meaning, id].join(' '),
  orders: { name: ({ title }) => title },
  inspect: (feature) => ({
    title: feature.title,
    under: feature.meaning === '' ? null : feature.meaning,
    tables: [
      {
        title: 'Feature',
        facts: [
          { label: 'Value', value: feature.value === '' ? worded('on') : feature.value },
          { label: 'Name', value: <Mono text={feature.id} /> },
        ],
      },
    ],
  }),
  primary: () => ({ label: 'Turn on', asked: asked('Turn on feature', 'set_organization_feature') }),
  acts: (feature) => [
    {
      label: 'Change value…',
      asked: asked(`Change ${feature.title}`, 'set_organization_feature', {
        values: { name: feature.id, value: feature.value },
        fixed: ['name'],
      }),
    },
    {
      label: 'Turn off…',
      asked: askedWhole(
        `Turn off ${feature.title}`,
        'remove_organization_feature',
        { name: feature.id },
        `Turns off the feature “${feature.title}”. ${feature.meaning}`,
      ),
    },
  ],
  empty: 'No feature is turned on.',
});
