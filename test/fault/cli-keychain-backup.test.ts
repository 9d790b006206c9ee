import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialRow } from '../../shared/model/index.ts';
import { type RunOptions, Workstation } from '../contract/cli/support.ts';
import { createKeyrings, missingPrograms } from './keyring.ts';

const workstation = new Workstation();
const keyring = createKeyrings(workstation);
const passphrase = ['--passphrase-file', workstation.write('backup-passphrase', 'the passphrase of the backup\n')];
afterAll(() => workstation.close());

/** The command line of another state folder of the same machine. */
const at = (folder: string, keychain: boolean): RunOptions => {
  const environment = { CASTELLAN_HOME: join(workstation.folder, folder) };
  return keychain ? { ...keyring.open, environment: { ...keyring.open.environment, ...environment } } : { environment };
};

interface Signed {
  readonly activity: { readonly result: Record<string, { readonly r: string; readonly s: string }> };
}

describe.skipIf(missingPrograms.length > 0)(
  `a backup with a real keychain${missingPrograms.length > 0 ? ` (not here: ${missingPrograms})` : ''}`,
  () => {
    const first = at('first', true);
    const second = at('second', false);
    const third = at('third', true);
    let address: string;
    let before: { signature: Signed; keys: CredentialRow[] };

    /** RFC 6979: the same key gives the same signature of the same payload. */
    const sign = (where: RunOptions) => {
      const payload = { signWith: address, payload: '11'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' };
      const json = JSON.stringify({ ...payload, hashFunction: 'HASH_FUNCTION_NO_OP' });
      return workstation.json<Signed>(['call', 'sign_raw_payload', '--json', json], where);
    };
    const keysOf = async (where: RunOptions) =>
      (await workstation.json<{ credentials: CredentialRow[] }>(['key', 'list'], where)).credentials;
    const publicKeys = (rows: readonly CredentialRow[]) => rows.map(({ publicKey }) => publicKey);

    beforeAll(async () => {
      await workstation.json(['init', '--store', 'keychain'], first);
      const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" };
      const json = JSON.stringify({
        walletName: 'Treasury',
        accounts: [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
      });
      const made = await workstation.json<{ activity: { result: { createWalletResult: { addresses: string[] } } } }>(
        ['call', 'create_wallet', '--json', json],
        first,
      );
      address = made.activity.result.createWalletResult.addresses[0] ?? '';
      before = { signature: await sign(first), keys: await keysOf(first) };
    });

    it('goes from the keychain into a passphrase file, and back into the keychain', async () => {
      expect(before.keys).toMatchObject([{ store: 'keychain', backend: 'Secret Service' }]);
      const one = join(workstation.folder, 'one.backup');
      await workstation.json(['backup', 'create', '--out', one, ...passphrase], first);
      await workstation.json(['backup', 'restore', '--file', one, '--store', 'file', ...passphrase], second);
      const inFile = await keysOf(second);
      expect(inFile).toMatchObject([{ store: 'file' }]);
      expect(publicKeys(inFile)).toEqual(publicKeys(before.keys));
      expect((await sign(second)).activity.result).toEqual(before.signature.activity.result);
      expect(await workstation.json(['audit', 'verify'], second)).toMatchObject({ ok: true });

      const two = join(workstation.folder, 'two.backup');
      await workstation.json(['backup', 'create', '--out', two, ...passphrase], second);
      await workstation.json(['backup', 'restore', '--file', two, '--store', 'keychain', ...passphrase], third);
      expect(existsSync(join(workstation.folder, 'third', 'keystore.json'))).toBe(false);
      const back = await keysOf(third);
      expect(back).toMatchObject([{ store: 'keychain', backend: 'Secret Service' }]);
      expect(publicKeys(back)).toEqual(publicKeys(before.keys));
      expect((await sign(third)).activity.result).toEqual(before.signature.activity.result);
      expect(await workstation.json(['audit', 'verify'], third)).toMatchObject({ ok: true });
      expect((await sign(first)).activity.result).toEqual(before.signature.activity.result);
    });
  },
);
