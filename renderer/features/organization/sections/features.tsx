import { asked, askedWhole } from '../../../state/asked.ts';
import { section } from '../section.ts';

interface FeatureRow {
  readonly id: string;
  readonly title: string;
  readonly value: string;
  readonly meaning: string;
}

/** The name and the effect of each feature of the interface. */
const FEATURES: Readonly<Record<string, readonly [title: string, meaning: string]>> = {
  FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY: ['Root user recovery by email', 'Root users recover access by email.'],
  FEATURE_NAME_WEBAUTHN_ORIGINS: ['Passkey origins', 'The pages that may use passkeys of this organization.'],
  FEATURE_NAME_EMAIL_AUTH: ['Login by email', 'Users log in with a link by email.'],
  FEATURE_NAME_EMAIL_RECOVERY: ['Recovery by email', 'Users recover access by email.'],
  FEATURE_NAME_WEBHOOK: ['Webhook', 'Activities are reported to this address.'],
  FEATURE_NAME_SMS_AUTH: ['Login by SMS', 'Users log in with a code by SMS.'],
  FEATURE_NAME_OTP_EMAIL_AUTH: ['Login by email code', 'Users log in with a code by email.'],
  FEATURE_NAME_AUTH_PROXY: ['Gateway', 'People sign up and log in without an API key.'],
  FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED: ['Solana rent', 'The service pays the rent of new Solana accounts.'],
  FEATURE_NAME_SWAP_CONFIG: ['Swaps', 'The settings for swaps.'],
  FEATURE_NAME_EARN_CONFIG: ['Earn', 'The settings for vaults that earn.'],
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
      cell: ({ value }) => (value === '' ? 'on' : value),
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
      const [title, meaning] = FEATURES[name] ?? [name, ''];
      return { id: name, title, value, meaning };
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
          { label: 'Value', value: feature.value === '' ? 'on' : feature.value },
          { label: 'Name', value: <span className="mono">{feature.id}</span> },
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
