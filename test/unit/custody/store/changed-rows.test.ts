import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSessions } from '../../../../electron/custody/handlers/sessions/open-session.ts';
import { openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { SEALED_TABLES } from '../../../../electron/custody/store/seals/sealed-tables.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';
import { keyring, makeStore, ORGANIZATION, openSealed, USER } from './sealed-store.ts';

const times = { createdAt: 1, updatedAt: 1 };
const OTHER = { ...USER, userId: 'other', userName: 'Other', inRootQuorum: 0 } as const;
const KEY = {
  apiKeyId: 'key',
  organizationId: ORGANIZATION,
  userId: OTHER.userId,
  apiKeyName: 'k',
  publicKey: 'aa',
  credentialType: 'CREDENTIAL_TYPE_API_KEY_P256' as const,
  expirationSeconds: null,
  sessionProfileId: null,
  ...times,
} as const;
const ENDPOINT = {
  endpointId: 'hook',
  organizationId: ORGANIZATION,
  url: 'https://a',
  name: 'Hook',
  isActive: 1 as const,
  subscriptions: '[]',
  ...times,
} as const;

let directory: string;
let store: Store | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-changed-'));
  makeStore(directory);
  const made = openSealed(directory);
  made.transaction(() => {
    made.organizations.insert({
      organizationId: 'B',
      parentOrganizationId: ORGANIZATION,
      organizationName: 'Below',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      ...times,
    });
    made.organizations.insertUser(OTHER);
    made.organizations.insertApiKey(KEY);
    made.organizations.insertApiKey({ ...KEY, apiKeyId: 'second', publicKey: 'bb' });
    made.webhooks.insert(ENDPOINT);
    made.webhooks.insert({ ...ENDPOINT, endpointId: 'whole' });
    made.tags.insert({ tagId: 'tag', organizationId: ORGANIZATION, kind: 'user', tagName: 'Tag', ...times });
    made.tags.tag('tag', OTHER.userId);
    made.secrets.insert({
      secretId: 'secret',
      organizationId: ORGANIZATION,
      name: null,
      staticProperties: '[]',
      sealedSecret: new Uint8Array(1),
      createdAt: 1,
    });
  });
  made.close();
});
afterEach(() => {
  store?.close();
  store = undefined;
  rmSync(directory, { recursive: true });
});

/** Opens the store after another program changed it. Returns it with the messages of its damage. */
function after(sql: string) {
  const database = openToTamper(directory);
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
  const opened = openStore(directory);
  store = opened;
  return { ...opened, damage: opened.seals.open(keyring).map(({ message }) => message) };
}

const CHANGED = /was changed outside this service/;

it('the tables whose damaged rows refuse the start are these', () => {
  const fatal = Object.entries(SEALED_TABLES).filter(([, table]) => 'damaged' in table && table.damaged === 'start');
  expect(fatal.map(([name]) => name)).toEqual([
    ...['tag_members', 'mfa_policies', 'service_keys', 'activity_archives', 'evidence_marks'],
  ]);
});

it('a damaged row that every answer needs refuses the start', () => {
  expect(() => after(`UPDATE tag_members SET member_id = 'root'`)).toThrow(
    /^The membership of "root" in the tag "tag" was changed outside this service/,
  );
});

it('a damaged user is refused by id and in lists, and is not written, while others are found', () => {
  const { damage, organizations, transaction } = after(`UPDATE users SET in_root_quorum = 1 WHERE user_id = 'other'`);
  expect(damage).toEqual([expect.stringMatching(/^The user "other" of the organization "A" was changed outside/)]);
  expect(() => organizations.findUser('other')).toThrow(CHANGED);
  expect(() => organizations.usersOf(ORGANIZATION)).toThrow(CHANGED);
  expect(() => organizations.usersOf('B')).toThrow(CHANGED);
  expect(organizations.findUser(USER.userId)?.userName).toBe(USER.userName);
  expect(() => transaction(() => organizations.updateUser(OTHER))).toThrow(CHANGED);
});

it('a damaged API key refuses its user, and the end of any user’s sessions, while its removal is possible', () => {
  const { organizations, transaction } = after(`UPDATE api_keys SET user_id = 'root' WHERE api_key_id = 'key'`);
  expect(() => organizations.apiKeysByPublicKey('aa')).toThrow(CHANGED);
  expect(organizations.apiKeysOf('root')).toEqual([]);
  expect(() => organizations.apiKeysOfOrganization('B')).toThrow(CHANGED);
  expect(organizations.apiKeysByPublicKey('bb')).toHaveLength(1);
  expect(organizations.apiKeysOf(OTHER.userId).map(({ apiKeyId }) => apiKeyId)).toEqual(['second']);
  const whole = store as Store;
  expect(() => endSessions(OTHER, KEY.credentialType, whole)).toThrow(CHANGED);
  expect(() => transaction(() => organizations.insertApiKey(KEY))).toThrow();
  transaction(() => organizations.removeApiKey('key'));
  whole.close();
  store = undefined;
  const { damage, organizations: next } = after('SELECT 1');
  expect([damage, next.apiKeysOf('root')]).toEqual([[], []]);
});

it('a damaged webhook endpoint gets no events and refuses its listing, while others get theirs', () => {
  const { webhooks } = after(`UPDATE webhook_endpoints SET url = 'https://b' WHERE endpoint_id = 'hook'`);
  expect(webhooks.receivers(ORGANIZATION).map(({ endpointId }) => endpointId)).toEqual(['whole']);
  expect(() => webhooks.list(ORGANIZATION)).toThrow(CHANGED);
  expect(() => webhooks.find('hook')).toThrow(CHANGED);
});

it('lists and counts that search without a lookup are refused when a row of theirs is damaged', () => {
  const { secrets, subOrganizations, organizations } = after(
    `UPDATE secrets SET organization_id = 'B'; UPDATE organizations SET parent_organization_id = 'C' WHERE organization_id = 'B'`,
  );
  expect(() => secrets.list(ORGANIZATION, {})).toThrow(/The secret "secret" was changed/);
  expect(() => subOrganizations.list(ORGANIZATION, 'ALL', '', {})).toThrow(/The organization "B" was changed/);
  expect(() => subOrganizations.madeSince(ORGANIZATION, { time: 0, now: 9 }, false)).toThrow(
    /The organization "B" was changed/,
  );
  expect(organizations.root()?.organizationId).toBe(ORGANIZATION);
});

it.each([
  ['its parent', `parent_organization_id = 'B'`],
  ['its quorum', 'root_quorum_threshold = 7'],
])('the root organization is refused when %s was changed', (_what, change) => {
  const { organizations } = after(`UPDATE organizations SET ${change} WHERE organization_id = 'A'`);
  expect(() => organizations.root()).toThrow(/The organization "A" was changed outside this service/);
});

it('a second organization without a parent is refused as the root', () => {
  const { organizations } = after(
    `UPDATE organizations SET parent_organization_id = NULL WHERE organization_id = 'B'; UPDATE organizations SET parent_organization_id = 'B' WHERE organization_id = 'A'`,
  );
  expect(() => organizations.root()).toThrow(/The organization "B" was changed outside this service/);
});
