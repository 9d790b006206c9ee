import { afterEach, describe, expect, test } from 'vitest';
import {
  addToTag,
  createPrivateKey,
  createTag,
  deletePrivateKey,
  deleteWallet,
  renameWallet,
  takeOutOfTags,
} from '../../../../renderer/features/accounts/requests.ts';
import { signersOf } from '../../../../renderer/features/accounts/signers-of.ts';
import { partsOf } from '../../../../renderer/features/export/exported-object.tsx';
import { fieldsOf } from '../../../../renderer/form/fields.ts';
import { valuesOf } from '../../../../renderer/form/values.ts';
import { pickersFor } from '../../../../renderer/request/pickers.tsx';
import { go, resetRoute, selectAccount, showAccountsSection, useRoute } from '../../../../renderer/state/route.ts';
import { backupWords } from '../../../../renderer/words/backup.ts';
import { checkValue, OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';
import { account, wallets } from '../fixture-data.ts';
import { organization } from '../fixture-organization.ts';
import { privateKey, walletRow } from '../fixture-wallets.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const all = wallets(30, NOW).map((row) => walletRow(row, NOW));
const [plain, , , exported] = all;
const key = privateKey(0, NOW);
if (plain === undefined || exported === undefined) throw new Error('no wallets');

describe('the requests of wallets and private keys', () => {
  const requests = [
    ...[renameWallet(plain), deleteWallet(plain), deleteWallet(exported)],
    ...[createPrivateKey(), deletePrivateKey(key), addToTag(key), createTag(key)],
    ...takeOutOfTags(key).map(({ asked }) => asked),
  ];

  test.each(requests.map((asked) => [asked.title, asked] as const))(
    '%s has declared members alone',
    (_title, asked) => {
      const operation: Operation | undefined = OPERATIONS[asked.operation as keyof typeof OPERATIONS];
      if (operation?.kind !== 'activity') throw new Error(`${asked.operation} is no activity`);
      expect(operation.earlierOf).toBeNull();
      const fields = fieldsOf(operation.parameters);
      const members = fields.map(({ name }) => name);
      for (const given of [asked.values, asked.today])
        expect(members).toEqual(expect.arrayContaining(Object.keys(given)));
      expect(members).toEqual(expect.arrayContaining([...asked.fixed]));
      expect(valuesOf(fields, asked.values)).toMatchObject({});
    },
  );

  test('choose tags of private keys by name', () => {
    const content = organization(NOW);
    const paths = (name: 'create_private_keys' | 'update_private_key_tag') =>
      Object.keys(pickersFor(fieldsOf(OPERATIONS[name].parameters), content));
    expect(paths('create_private_keys')).toEqual(['privateKeys.*.privateKeyTags']);
    expect(paths('update_private_key_tag')).toContain('privateKeyTagId');
    expect(paths('update_private_key_tag')).not.toContain('addPrivateKeyIds');
    const listed = { ...content, privateKeys: [{ id: 'key-1', name: 'Cold key' }] };
    expect(Object.keys(pickersFor(fieldsOf(OPERATIONS.update_private_key_tag.parameters), listed))).toEqual(
      expect.arrayContaining(['addPrivateKeyIds', 'removePrivateKeyIds']),
    );
  });

  test('only what was exported is deleted without a further leave', () => {
    expect(deleteWallet(plain).fixed).toEqual(['walletIds']);
    expect(deleteWallet(plain).about).toContain('Then nobody can recover it.');
    expect(deleteWallet(exported).about).toContain('An export of one account recovers no other.');
    expect(deleteWallet(exported).fixed).toEqual(['walletIds', 'deleteWithoutExport']);
    expect(deleteWallet(exported).values).not.toHaveProperty('deleteWithoutExport');
    expect(deletePrivateKey({ ...key, exported: true }).fixed).toContain('deleteWithoutExport');
  });

  test('a tag is taken out by its name, or by its id when the service did not list it', () => {
    expect(takeOutOfTags(key).map(({ tagName }) => tagName)).toEqual(['Cold']);
    const unnamed = { ...key, tags: [{ id: 'tag-1', name: null }] };
    expect(takeOutOfTags(unnamed).map(({ tagName }) => tagName)).toEqual(['tag-1']);
    expect(takeOutOfTags({ ...key, tags: [] })).toEqual([]);
  });
});

describe('an export', () => {
  test.each([
    { kind: 'account', account: account(0, NOW) },
    { kind: 'wallet', wallet: plain },
    { kind: 'private key', key },
  ] as const)('of a $kind names its object, and what is typed is among the facts', (of) => {
    const { operation, parameters, typed, proof } = partsOf(of);
    const declared = OPERATIONS[operation as 'export_wallet'];
    const target = { targetPublicKey: `02${'ab'.repeat(32)}` };
    expect(checkValue(declared.parameters, { ...parameters, ...target })).toEqual([]);
    expect(Object.values(parameters)).toEqual([typed.text]);
    // Only the address of an account is derived again and compared.
    expect(proof.includes('No address is proven')).toBe(of.kind !== 'account');
  });
});

describe('the signers of a private key', () => {
  test('are its addresses of a reported format', () => {
    const addresses = [...key.addresses, { address: 'no format', addressFormat: null }];
    expect(signersOf({ ...key, addresses })).toEqual([
      expect.objectContaining({ name: key.name, address: key.addresses[0]?.address, curve: key.curve }),
    ]);
    expect(signersOf({ ...key, addresses: [] })).toEqual([]);
  });

  test('start the next signature until an account is chosen', () => {
    const [signingKey = null] = signersOf(key);
    go('sign', { signingKey });
    expect(useRoute.getState()).toMatchObject({ place: 'sign', signingKey });
    selectAccount(account(0, NOW));
    expect(useRoute.getState().signingKey).toBeNull();
    go('sign', { signingKey });
    go('send', { account: account(1, NOW) });
    expect(useRoute.getState().signingKey).toBeNull();
  });
});

describe('the sections', () => {
  afterEach(resetRoute);
  test('begin with the accounts whenever the place is opened', () => {
    go('accounts');
    showAccountsSection('wallets');
    expect(useRoute.getState().accountsSection).toBe('wallets');
    go('accounts', { account: account(0, NOW) });
    expect(useRoute.getState().accountsSection).toBe('accounts');
  });
});

describe('the words for a backup', () => {
  const at = Date.UTC(2026, 10, 26);
  test('show unknown backups, and are absent for a service elsewhere', () => {
    expect(backupWords(null)).toBeNull();
    expect(backupWords({ state: 'missing', at: null })).toMatchObject({ tone: 'care', short: 'No backup' });
    expect(backupWords({ state: 'missing', at })).toMatchObject({ tone: 'care', short: 'Not included' });
    expect(backupWords({ state: 'included', at })).toMatchObject({ tone: 'plain', short: 'Included' });
    expect(backupWords({ state: 'unknown', at })).toMatchObject({ tone: 'plain', short: 'Not known' });
  });
});
