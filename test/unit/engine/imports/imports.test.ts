import { describe, expect, it } from 'vitest';
import { createImports, type Imports, type WantedImport } from '../../../../electron/engine/imports/imports.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { Activity } from '../../../../shared/operations/index.ts';
import { activityWith, profileRow } from '../../cli/support.ts';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const account = { curve: 'CURVE_SECP256K1', path: 'm/0', addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const;
const WALLET: WantedImport['as'] = { kind: 'wallet', accounts: [account, account] };
const KEY: WantedImport['as'] = { kind: 'key', curve: null, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };
const done = (result: Record<string, unknown>) => ({ ...activityWith('COMPLETED'), result }) as Activity;
const wallet = (...addresses: string[]) => done({ importWalletResult: { walletId: 'w', addresses } });
const key = (...addresses: string[]) =>
  done({ importPrivateKeyResult: { addresses: addresses.map((address) => ({ address })) } });

/** Imports with a vault that records its calls. */
function made(requireConfirmed: () => Promise<void> = async () => undefined) {
  const calls: unknown[] = [];
  const inputs: { given: Uint8Array; passphrase: Uint8Array | null }[] = [];
  const parts = {
    profiles: { requireConfirmed },
    vault: {
      open: async () => async (name: string, input: (typeof inputs)[number]) => {
        inputs.push(input);
        calls.push([name, structuredClone(input)]);
        return 'sealed';
      },
    },
  };
  return { imports: createImports(parts as unknown as Parameters<typeof createImports>[0]), calls, inputs };
}

describe('an import', () => {
  const wanted = () => ({
    given: Uint8Array.of(1, 2),
    passphrase: Uint8Array.of(3),
    as: KEY,
    bundle: 'bundle',
    userId: 'user-1',
  });

  it('is sealed for the organization and the signer of the confirmed profile, and wiped', async () => {
    const { imports, calls } = made();
    const given = wanted();
    const profile = { ...profileRow, signerKey: profileRow.signerKey.toUpperCase() };
    expect(await imports.seal(profile, given)).toBe('sealed');
    const { organizationId, signerKey } = profileRow;
    const target = { bundle: 'bundle', organizationId, userId: 'user-1', signerKey };
    expect(calls).toEqual([
      ['sealImport', { given: Uint8Array.of(1, 2), passphrase: Uint8Array.of(3), as: KEY, target }],
    ]);
    expect([given.given, given.passphrase]).toEqual([new Uint8Array(2), new Uint8Array(1)]);
  });

  it('is checked from copies, which are wiped', async () => {
    const { imports, calls, inputs } = made();
    const given = wanted();
    await imports.check(given);
    expect(calls).toEqual([['checkImport', { given: Uint8Array.of(1, 2), passphrase: Uint8Array.of(3), as: KEY }]]);
    expect([given.given, given.passphrase]).toEqual([Uint8Array.of(1, 2), Uint8Array.of(3)]);
    expect(inputs).toMatchObject([{ given: new Uint8Array(2), passphrase: new Uint8Array(1) }]);
  });

  it('is not sealed for a profile that was changed outside, and wiped all the same', async () => {
    const { imports, calls } = made(() => Promise.reject(new AppError('PROFILE_CHANGED', 'It was changed.')));
    const given = wanted();
    await expect(imports.seal(profileRow, given)).rejects.toThrow('It was changed.');
    expect([calls, given.given]).toEqual([[], new Uint8Array(2)]);
  });
});

describe('the addresses of an import', () => {
  const compare: Imports['compare'] = (...input) => made().imports.compare(...input);

  it('are those that the vault derived, in any spelling', () => {
    expect(compare(WALLET, [ADDRESS, OTHER], wallet(ADDRESS.toLowerCase(), OTHER))).toBe(true);
    expect(compare(KEY, [ADDRESS], key(ADDRESS))).toBe(true);
  });

  it.each<[WantedImport['as'], string[], Activity]>([
    [WALLET, [ADDRESS, ADDRESS], wallet(ADDRESS, OTHER)],
    [WALLET, [ADDRESS, OTHER], wallet(ADDRESS)],
    [WALLET, [ADDRESS, OTHER], wallet(ADDRESS, OTHER, OTHER)],
    [WALLET, [ADDRESS, OTHER], wallet(OTHER, ADDRESS)],
    [KEY, [ADDRESS], key(OTHER)],
    [KEY, [ADDRESS], key()],
    [KEY, [ADDRESS], done({})],
  ])('are refused when the service reports others: %#', (as, addresses, activity) => {
    expect(() => compare(as, addresses, activity)).toThrow(
      'Use none of them, and report this to the operator of the service.',
    );
  });

  it('are not compared while the import is not finished, and a secret has none', () => {
    expect(compare(WALLET, [ADDRESS, OTHER], activityWith('CONSENSUS_NEEDED'))).toBe(false);
    expect(compare({ kind: 'secret' }, [], done({ importSecretsResult: { secretIds: ['s'] } }))).toBe(false);
  });
});
