import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bech32 } from '@scure/base';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { addressOf, publicKeyOf } from '../../../../electron/crypto/index.ts';
import type { ChooseFile } from '../../../../electron/engine/exports/file-readers.ts';
import { openRevealed, sealTo as sealToWindow } from '../../../../renderer/trusted/reveal-keys.ts';
import type { Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { type ExportProof, TRANSPORT_ENCRYPTION_SUITES } from '../../../../shared/model/index.ts';
import { OPERATIONS, requireOperation } from '../../../../shared/operations/index.ts';
import { hexDecode, utf8Decode } from '../../../../shared/wire/index.ts';
import { makeAgeKey, openAge } from '../../crypto/open-age.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const nowhere = async () => null;
const [SUITE] = TRANSPORT_ENCRYPTION_SUITES;

/** Every kind of export, from a service that is real, opened by the engine. */
describe('the exports of the vault on this machine', () => {
  let bench: Bench & { address: string };
  /** The kind of question that the operator refuses. */
  let refused: string | null = null;
  /** Receives the proof and returns the key to reveal to, as a window does. */
  let sealTo: (proof: ExportProof) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** The readers of a file of age. Null reveals in hexadecimal. */
  let readers: { recipients: string[] } | { filePassphrase: Uint8Array<ArrayBuffer> } | null = null;
  const asked: Question[] = [];
  beforeAll(async () => {
    bench = await createReadyBench({
      async consent(question) {
        asked.push(question);
        if (question.kind === refused) return { confirmed: false };
        if (question.kind !== 'reveal') return operatorSays(question);
        if (readers !== null) return { ...operatorSays(question), format: 'age', sealTo: null, ...readers };
        const format = question.proof.holds === 'text' ? 'text' : 'hex';
        return { ...operatorSays(question), format, sealTo: await sealTo(question.proof) };
      },
    });
  });
  afterAll(() => bench.end());

  const submit = async (name: string, parameters: Record<string, unknown>) => {
    expect(requireOperation(name).kind).toBe('activity');
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };
  const walletOf = async () => {
    await bench.engine.accounts.refresh();
    return bench.engine.accounts.list({ search: '', offset: 0, limit: 1 }).rows[0]?.walletId ?? '';
  };
  const makeKey = async (addressFormats: string[]) => {
    const privateKeys = [
      { privateKeyName: `Key ${addressFormats.length}`, curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats },
    ];
    const { activity } = await submit('create_private_keys', { privateKeys });
    const [made] = resultOf(OPERATIONS.create_private_keys, activity).privateKeys;
    return { privateKeyId: made?.privateKeyId ?? '', address: made?.addresses?.[0]?.address ?? null };
  };
  const text = async (revealId: string, format: 'hex' | 'mnemonic') =>
    utf8Decode(await bench.engine.exports.reveal(revealId, format));

  it('an account is proven by its address', async () => {
    const { activity, detail } = await submit('export_wallet_account', { address: bench.address });
    expect(detail.opening).toEqual({ can: 'open', until: null });
    const { revealId, proof } = await bench.engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({ holds: 'key', expectedAddress: bench.address, derivedAddress: bench.address });
    await bench.engine.exports.close(revealId);
  });

  it('a secret is asked for by its id, opened and revealed as its text, and no address is claimed', async () => {
    const { engine } = bench;
    // The operator types the passphrase of these tests as the secret.
    await engine.askedImports.run(
      { name: 'Exchange key', as: { kind: 'secret' }, file: null },
      { progress: () => undefined },
    );
    const { secrets } = await engine.queries.ask('list_secrets', {});
    const secretId = secrets[0]?.secretId ?? '';
    const wanted = [{ secretId, encryptionSuite: SUITE }];
    const { activity, detail } = await submit('export_secrets', { secrets: wanted });
    expect(detail.opening).toEqual({ can: 'open', until: null });
    const { revealId, proof } = await engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({ holds: 'text', expectedAddress: null, derivedAddress: null });
    expect(utf8Decode(await engine.exports.reveal(revealId, 'text'))).toBe('correct horse battery staple');
    await engine.exports.close(revealId);
  });

  it('one is not revealed when the operator refuses, and is wiped', async () => {
    const { activity } = await submit('export_wallet_account', { address: bench.address });
    const callsOf = async (kind: string) => {
      const before = bench.processes.calls.length;
      refused = kind;
      await expect(bench.engine.exports.showActivity(activity.id, nowhere)).rejects.toMatchObject({
        code: 'NOT_CONFIRMED',
      });
      refused = null;
      return bench.processes.calls.slice(before);
    };
    const opened = await callsOf('reveal');
    expect(opened).toContain('vault.openBundle');
    expect(opened).not.toContain('vault.reveal');
    // It is not kept for later either.
    expect(opened.at(-1)).toBe('vault.forget');
  });

  it('one of each kind is asked about twice: when it is asked for, and before it is revealed', async () => {
    const { privateKeyId } = await makeKey(['ADDRESS_FORMAT_ETHEREUM']);
    sealTo = (proof) => sealToWindow(proof.holds === 'mnemonic' ? 'mnemonic' : 'hex', proof);
    for (const [name, parameters] of [
      ['export_wallet_account', { address: bench.address }],
      ['export_wallet', { walletId: await walletOf() }],
      ['export_private_key', { privateKeyId }],
    ] as const) {
      const before = asked.length;
      const { activity } = await submit(name, parameters);
      await bench.engine.exports.showActivity(activity.id, nowhere);
      expect(
        asked.slice(before).map(({ kind }) => kind),
        name,
      ).toEqual(['stamp', 'reveal', 'secret']);
    }
  });

  it('what is revealed goes to the window sealed, which opens it', async () => {
    sealTo = (proof) => sealToWindow('hex', proof);
    const { activity } = await submit('export_wallet_account', { address: bench.address });
    await bench.engine.exports.showActivity(activity.id, nowhere);
    const shown = asked.at(-1) as QuestionOf<'secret'>;
    const key = utf8Decode(await openRevealed(shown.sealed));
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', hexDecode(key)))).toBe(bench.address);
    expect(Object.keys(shown.sealed).sort()).toEqual(['ciphertext', 'encappedPublic', 'to']);
    const bytes = Buffer.concat(Object.values(shown.sealed));
    expect([bytes.includes(key), bytes.includes(Buffer.from(hexDecode(key)))]).toEqual([false, false]);
  });

  describe('as a file of age', () => {
    const { recipient, privateKey } = makeAgeKey();
    const asAge = async (given: typeof readers, choose: ChooseFile) => {
      const { activity } = await submit('export_wallet_account', { address: bench.address });
      readers = given;
      try {
        return await bench.engine.exports.showActivity(activity.id, choose);
      } finally {
        readers = null;
      }
    };

    it('a key is written for its recipients, and shown nowhere', async () => {
      const path = join(bench.root, 'key.age');
      const names: string[] = [];
      const before = asked.length;
      const written = await asAge({ recipients: [recipient] }, async (name) => {
        names.push(name);
        return path;
      });
      expect([written, names]).toEqual([[path], [`account-${bench.address}.age`]]);
      const key = utf8Decode(openAge(readFileSync(path), { privateKey }));
      expect(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', hexDecode(key)))).toBe(bench.address);
      expect(asked.slice(before).map(({ kind }) => kind)).toEqual(['stamp', 'reveal']);
    });

    it('a key is written under a passphrase, which is wiped', async () => {
      const path = join(bench.root, 'passphrase.age');
      const filePassphrase = new TextEncoder().encode('a passphrase');
      expect(await asAge({ filePassphrase }, async () => path)).toEqual([path]);
      // These tests derive keys in their own way, so only the vault's tests open such a file.
      const [, ...lines] = readFileSync(path, 'utf8').split('\n');
      expect(Buffer.from(lines.join(''), 'base64').toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
      expect(filePassphrase.every((byte) => byte === 0)).toBe(true);
    });

    it('nothing is revealed without a place for it', async () => {
      const before = bench.processes.calls.length;
      await expect(asAge({ recipients: [recipient] }, nowhere)).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(bench.processes.calls.slice(before)).not.toContain('vault.reveal');
    });

    it('wrong readers are asked for again, and the export stays open', async () => {
      const path = join(bench.root, 'again.age');
      const smallOrder = bech32.encode('age', bech32.toWords(new Uint8Array(32)));
      const answers = [[recipient, 'age1'], [smallOrder], [`${recipient.slice(0, -1)}b`], [], [recipient]];
      const before = { asked: asked.length, calls: bench.processes.calls.length };
      const places: string[] = [];
      const given = {
        get recipients() {
          return answers.shift() ?? [];
        },
      };
      await asAge(given, async (name) => {
        places.push(name);
        return path;
      });
      const reveals = asked.slice(before.asked).filter((question) => question.kind === 'reveal');
      expect(reveals.map(({ problem }) => problem)).toEqual([
        null,
        expect.stringContaining('it has 4 characters'),
        expect.stringContaining('a key of small order'),
        expect.stringContaining('at position 62'),
        expect.stringContaining('needs a recipient'),
      ]);
      const calls = bench.processes.calls.slice(before.calls);
      expect([places.length, calls.filter((call) => call === 'vault.reveal').length]).toEqual([1, 1]);
      expect(calls.filter((call) => call === 'vault.openBundle')).toHaveLength(1);
      expect(openAge(readFileSync(path), { privateKey }).length).toBe(64);
    });
  });

  it('nothing is revealed to nobody', async () => {
    sealTo = async () => null;
    const { activity } = await submit('export_wallet_account', { address: bench.address });
    const before = bench.processes.calls.length;
    const showing = bench.engine.exports.showActivity(activity.id, nowhere);
    await expect(showing).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    expect(bench.processes.calls.slice(before)).not.toContain('vault.reveal');
  });

  it('a wallet is shown by its name, and an account by its address', async () => {
    refused = 'reveal';
    const walletId = await walletOf();
    const wallet = await submit('export_wallet', { walletId });
    await bench.engine.exports.showActivity(wallet.activity.id, nowhere).catch(() => undefined);
    const named = { id: walletId, name: 'Treasury' };
    expect(asked.at(-1)).toMatchObject({ kind: 'reveal', of: walletId, named });
    const account = await submit('export_wallet_account', { address: bench.address });
    await bench.engine.exports.showActivity(account.activity.id, nowhere).catch(() => undefined);
    expect(asked.at(-1)).toMatchObject({ kind: 'reveal', of: bench.address, named: null });
    refused = null;
  });

  it('a wallet is opened as its words, which are proven by the address of its first account', async () => {
    const { activity, detail } = await submit('export_wallet', { walletId: await walletOf() });
    expect(detail.opening).toEqual({ can: 'open', until: null });
    const { revealId, proof } = await bench.engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({
      holds: 'mnemonic',
      expectedAddress: bench.address,
      derivedAddress: bench.address,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    });

    const mnemonic = new TextEncoder().encode(await text(revealId, 'mnemonic'));
    const derived = await bench.engine.vault.deriveAddress({
      mnemonic,
      curve: 'CURVE_SECP256K1',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    });
    expect(derived.address).toBe(bench.address);
    await bench.engine.exports.close(revealId);
  });

  it('a private key is asked for by its id, so no address of it is claimed', async () => {
    const { privateKeyId, address } = await makeKey(['ADDRESS_FORMAT_ETHEREUM']);
    const { activity, detail } = await submit('export_private_key', { privateKeyId });
    expect(detail.opening).toEqual({ can: 'open', until: null });
    const { revealId, proof } = await bench.engine.exports.openActivity(activity.id);
    expect(proof).toMatchObject({ holds: 'key', expectedAddress: null, derivedAddress: null });

    const publicKey = publicKeyOf('CURVE_SECP256K1', hexDecode(await text(revealId, 'hex')));
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey, 'CURVE_SECP256K1')).toBe(address);
    await bench.engine.exports.close(revealId);
  });

  it('another account’s bundle is refused, whatever the service says was asked for', async () => {
    const other = await submit('create_wallet_accounts', {
      walletId: await walletOf(),
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/7",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    });
    const [address = ''] = resultOf(OPERATIONS.create_wallet_accounts, other.activity).addresses;
    await bench.engine.accounts.refresh();
    const { targetPublicKey } = await bench.engine.exports.createTarget();
    const theirs = (await submit('export_wallet_account', { address, targetPublicKey })).activity;

    // The service has the pinned signer: its bundle is genuine, and its intent names the other account.
    const { exportBundle } = resultOf(OPERATIONS.export_wallet_account, theirs);
    const result = { exportWalletAccountResult: { address: bench.address, exportBundle } };
    bench.transport.answer('/public/v1/submit/export_wallet_account', ({ status, body }) => {
      const { activity } = body as { activity: object };
      return { status, body: { activity: { ...activity, intent: theirs.intent, result } } };
    });
    const { activity } = await submit('export_wallet_account', { address: bench.address, targetPublicKey });
    expect(JSON.stringify(activity.intent)).toContain(address);
    await expect(bench.engine.exports.openActivity(activity.id)).rejects.toMatchObject({ code: 'ADDRESS_MISMATCH' });
  });

  it('whoever must not choose the target key cannot: the vault makes it', async () => {
    const { requests, exports } = bench.engine;
    const { targetPublicKey } = await exports.createTarget();
    const walletId = await walletOf();
    for (const [name, parameters] of [
      ['export_wallet_account', { address: bench.address, targetPublicKey }],
      ['export_wallet', { walletId, targetPublicKey }],
      ['export_private_key', { privateKeyId: walletId, targetPublicKey }],
      ['export_secrets', { secrets: [{ secretId: walletId, targetPublicKey }] }],
    ] as const)
      await expect(requests.prepare(name, parameters, { makesTarget: true })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('you cannot give one'),
      });
    const { requestId, body } = await requests.prepare('export_wallet', { walletId }, { makesTarget: true });
    expect(JSON.parse(body).parameters.targetPublicKey).toMatch(/^04[0-9a-f]{128}$/);
    await requests.discard(requestId);
  });

  it('an export that this machine did not ask for is not opened', async () => {
    const { activity } = await submit('export_wallet_account', { address: bench.address });
    const journal = new SqliteDatabase(bench.engine.paths.records);
    journal.prepare('UPDATE journal SET activity_id = NULL WHERE activity_id = ?').run(activity.id);
    journal.close();
    const { opening } = await bench.engine.activities.get(activity.id);
    expect(opening).toMatchObject({ can: 'elsewhere', profile: null });
    await expect(bench.engine.exports.openActivity(activity.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a bundle that is no export is not opened', async () => {
    const { activity, detail } = await submit('create_wallet', { walletName: 'Other', accounts: [] });
    expect(detail.opening).toBeNull();
    await expect(bench.engine.exports.openActivity(activity.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
