import { expect, it } from 'vitest';
import { createHeardNames } from '../../../../electron/engine/queries/heard-names.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

it('names of users are kept from reads of users, each for its own profile', () => {
  const heard = createHeardNames();
  heard.hear('local', OPERATIONS.whoami, { userId: 'u1', username: 'Anna' });
  heard.hear('local', OPERATIONS.list_users, {
    users: [{ userId: 'u2', userName: 'Ben\nOsei' }, null, { userId: 'u3' }],
  });
  heard.hear('local', OPERATIONS.get_user, { user: { userId: 'u4', userName: 'Chiara' } });
  heard.hear('local', OPERATIONS.list_wallets, { user: { userId: 'u5', userName: 'Nobody' } });
  heard.hear('other', OPERATIONS.whoami, { userId: 'u1', username: ' ' });
  expect([...heard.of('local')]).toEqual([
    ['u1', 'Anna'],
    ['u2', expect.stringMatching(/^Ben.Osei$/)],
    ['u4', 'Chiara'],
  ]);
  expect([...heard.of('other')]).toEqual([]);
});

it('names of credentials, tags and policies are kept from their reads, to a depth', () => {
  const heard = createHeardNames();
  const user = {
    userId: 'u1',
    userName: 'Anna',
    userEmailId: 'not a name',
    apiKeys: [
      { apiKeyId: 'k1', apiKeyName: 'Laptop', credential: { publicKey: '02ab', sessionProfileId: 's1' } },
      { apiKeyId: 'k2', credential: { publicKey: '02cd' } },
    ],
    authenticators: [{ authenticatorId: 'a1', authenticatorName: 'YubiKey' }],
  };
  heard.hear('local', OPERATIONS.list_users, { users: [user] });
  heard.hear('local', OPERATIONS.list_user_tags, { userTags: [{ tagId: 't1', tagName: 'Approvers' }] });
  heard.hear('local', OPERATIONS.list_policies, { policies: [{ policyId: 'p1', policyName: 'Payments' }] });
  heard.hear('local', OPERATIONS.list_policies, {
    a: { b: { c: { d: { e: { policyId: 'p2', policyName: 'Deep' } } } } },
  });
  heard.hear('local', OPERATIONS.get_activity, { activity: { policyId: 'p3', policyName: 'Nothing' } });
  heard.hear('local', OPERATIONS.list_secrets, { secrets: [{ secretId: 'x1', name: 'Exchange' }, { secretId: 'x2' }] });
  heard.hear('local', OPERATIONS.list_tvc_apps, { tvcApps: [{ id: 'v1', name: 'Signer' }] });
  heard.hear('local', OPERATIONS.list_smart_contract_interfaces, {
    smartContractInterfaces: [{ smartContractInterfaceId: 'i1', label: 'Treasury contract' }],
  });
  heard.hear('local', OPERATIONS.list_oauth2_credentials, {
    oauth2Credentials: [{ oauth2CredentialId: 'o1', clientId: '1234567890' }],
  });
  heard.hear('local', OPERATIONS.list_fiat_on_ramp_credentials, {
    fiatOnRampCredentials: [{ fiatOnrampCredentialId: 'f1', publishableApiKey: 'pk_test_123' }],
  });
  heard.hear('local', OPERATIONS.list_webhook_endpoints, {
    webhookEndpoints: [
      { endpointId: 'w1', name: 'Ledger', url: 'https://hooks.example.com' },
      { endpointId: 'w2', name: 'No address' },
      null,
    ],
  });
  expect(Object.fromEntries(heard.of('local'))).toEqual({
    w1: 'Ledger at https://hooks.example.com',
    x1: 'Exchange',
    v1: 'Signer',
    i1: 'Treasury contract',
    o1: '1234567890',
    f1: 'pk_test_123',
    u1: 'Anna',
    k1: 'Laptop',
    '02ab': 'Laptop',
    a1: 'YubiKey',
    t1: 'Approvers',
    p1: 'Payments',
  });
});
