import { expect, it } from 'vitest';
import { apiKeyCredential } from '../../../../electron/custody/authentication/api-key.ts';
import { CREDENTIAL_TYPES } from '../../../../shared/model/index.ts';

/** Types of keys that somebody registered with a key of their own. */
const REGISTERED = [
  'CREDENTIAL_TYPE_API_KEY_P256',
  'CREDENTIAL_TYPE_API_KEY_SECP256K1',
  'CREDENTIAL_TYPE_API_KEY_ED25519',
  'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
];

it.each(CREDENTIAL_TYPES.filter((type) => !REGISTERED.includes(type)))(
  'a key of the type %s, which a login gives, proves a session to MFA policies and no API key',
  (credentialType) => {
    const row = { apiKeyId: 'k', organizationId: 'o', userId: 'u', apiKeyName: 'Key', publicKey: '02', credentialType };
    const times = { expirationSeconds: 60, sessionProfileId: null, createdAt: 0, updatedAt: 0 };
    expect(apiKeyCredential({ ...row, ...times }).method).toEqual({ type: 'AUTHENTICATION_TYPE_SESSION', id: '' });
  },
);
