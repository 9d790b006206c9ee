import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PasskeyPort } from '../../../../electron/engine/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { PasskeyAsk } from '../../../../shared/ipc/index.ts';
import { base64urlDecode, base64urlEncode } from '../../../../shared/wire/index.ts';
import { createPasskey } from '../../../contract/authentication/software-passkey.ts';
import { createKeyWindow } from '../../security-key.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const RP_ID = 'keys.example.com';
const bytes = (text: string) => Uint8Array.from(base64urlDecode(text));

let bench: Bench;
let passkey: ReturnType<typeof createPasskey>;
/** The requests to the window, in order. */
let asked: PasskeyAsk[];

/** A window whose authenticator is software. */
const port: PasskeyPort = {
  ...createKeyWindow([]).port,
  use: () => Promise.reject(new Error('no passkey of this test is used')),
  async create(ask) {
    asked.push(ask);
    const { attestation } = passkey.register('', base64urlEncode(ask.challenge));
    const { credentialId, clientDataJson, attestationObject } = attestation;
    return {
      credentialId: bytes(credentialId),
      clientDataJson: bytes(clientDataJson),
      attestationObject: bytes(attestationObject),
      transports: ['usb'],
    };
  },
};

const addFor = (userId: string) => bench.engine.passkeys.addFor({ userId, name: 'YubiKey', rpId: RP_ID });
const createUser = async (userName: string): Promise<string> => {
  const users = [{ userName, apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }];
  const { requestId } = await bench.engine.requests.prepare('create_users', { users });
  const { activity } = await bench.engine.requests.submit(requestId);
  return (activity.result as { createUsersResult: { userIds: string[] } }).createUsersResult.userIds[0] ?? '';
};

beforeEach(async () => {
  passkey = createPasskey({ rpId: RP_ID });
  asked = [];
  bench = await createReadyBench({ passkeys: port });
});
afterEach(() => bench.end());

describe('a passkey', () => {
  it('of another user is registered for that user, and is no key of this machine', async () => {
    const userId = await createUser('Lena Fischer');
    const { activity, isEarlier } = await bench.engine.passkeys.addFor({ userId, name: 'YubiKey', rpId: RP_ID });
    expect(activity.row.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(isEarlier).toBe(false);
    expect(asked).toMatchObject([{ kind: 'create', user: { name: 'Lena Fischer' } }]);
    const { authenticators } = await bench.engine.queries.ask('get_authenticators', { userId });
    expect(authenticators).toMatchObject([{ authenticatorName: 'YubiKey' }]);
    expect(bench.engine.credentials.list('local')).toHaveLength(1);
    const nobody = '11111111-1111-4111-8111-111111111111';
    await expect(bench.engine.passkeys.addFor({ userId: nobody, name: 'K', rpId: RP_ID })).rejects.toBeInstanceOf(
      AppError,
    );
    expect(asked).toHaveLength(1);
  });

  it('of another user is not made again while an earlier registration for this user is open', async () => {
    const [lena, marek] = [await createUser('Lena Fischer'), await createUser('Marek Novák')];
    const path = '/public/v1/submit/create_authenticators';
    bench.transport.fail(path, 'before the answer');
    await expect(addFor(lena)).rejects.toMatchObject({ outcome: 'unknown' });
    bench.transport.fail(path, 'before it arrives');
    await expect(addFor(lena)).rejects.toMatchObject({
      message: expect.stringContaining('of a passkey is still open'),
    });
    expect(asked).toHaveLength(1);
    const { activity, isEarlier } = await addFor(lena);
    expect(activity.row.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(isEarlier).toBe(true);
    expect(asked).toHaveLength(1);
    const { authenticators } = await bench.engine.queries.ask('get_authenticators', { userId: lena });
    expect(authenticators).toHaveLength(1);

    passkey = createPasskey({ rpId: RP_ID });
    bench.transport.fail(path, 'before the answer');
    await expect(addFor(lena)).rejects.toMatchObject({ outcome: 'unknown' });
    passkey = createPasskey({ rpId: RP_ID });
    await expect(addFor(marek)).resolves.toMatchObject({ isEarlier: false });
    expect(asked).toHaveLength(3);
  });

  it('of another user is not made by the operator’s own security key', async () => {
    const { credential } = await bench.engine.passkeys.add({ name: 'YubiKey', rpId: RP_ID });
    const userId = await createUser('Lena Fischer');
    passkey = createPasskey({ rpId: RP_ID });
    await bench.engine.passkeys.addFor({ userId, name: 'YubiKey', rpId: RP_ID });
    const own = bytes(credential.passkey?.credentialId ?? '');
    expect(asked.at(-1)).toMatchObject({ kind: 'create', known: [{ id: own }] });
  });
});
