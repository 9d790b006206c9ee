import Type, { type Static } from 'typebox';
import { FEATURE_NAMES } from '../../model/enums.ts';
import { activity } from '../define.ts';
import { EnumText, Text } from '../fields.ts';

export const Feature = Type.Object(
  { name: Type.Optional(EnumText('Name', FEATURE_NAMES)), value: Type.Optional(Text('Value')) },
  { title: 'Feature' },
);
export type Feature = Static<typeof Feature>;

/** The features that an organization has switched on. */
export const Features = Type.Array(Feature, { title: 'Features' });

const name = Type.Enum(FEATURE_NAMES, { title: 'Name' });
const example = { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' } as const;

export const setOrganizationFeature = activity({
  name: 'set_organization_feature',
  title: 'Set organization feature',
  summary: 'Turns a feature of the organization on, or changes its value.',
  specified: true,
  governed: { by: 'root quorum' },
  parameters: Type.Object({ name, value: Type.String({ title: 'Value', maxLength: 10_000 }) }),
  result: Type.Object({ features: Features }),
  example: { parameters: example, result: { features: [example] } },
});

export const removeOrganizationFeature = activity({
  name: 'remove_organization_feature',
  title: 'Remove organization feature',
  summary: 'Turns a feature of the organization off.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({ name }),
  result: Type.Object({ features: Features }),
  example: { parameters: { name: example.name }, result: { features: [] } },
});

export const updateAllowedOrigins = activity({
  name: 'update_allowed_origins',
  title: 'Update allowed origins',
  summary:
    'Sets the origins of the pages that may use passkeys, as the feature “Passkey origins” does. Older public clients send it.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({
    allowedOrigins: Type.Array(Type.String({ title: 'Allowed origin', minLength: 1, maxLength: 255 }), {
      title: 'Allowed origins',
      minItems: 1,
      maxItems: 100,
    }),
  }),
  result: Type.Object({}),
  example: { parameters: { allowedOrigins: [example.value] }, result: {} },
});
