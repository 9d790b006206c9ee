import { WebauthnStamper } from '@turnkey/webauthn-stamper';
import { afterEach, expect, it, vi } from 'vitest';
import { readAttestation, sha256 } from '../../../electron/crypto/index.ts';
import type { Base } from '../../../electron/engine/base.ts';
import type { PasskeyPort } from '../../../electron/engine/index.ts';
import type { PasskeyKey } from '../../../electron/engine/keys/key-index.ts';
import { createPasskeyKeeper } from '../../../electron/engine/stamping/passkey-keeper.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { createPasskey } from './software-passkey.ts';

const RP_ID = 'castellan.example';
const BODY = '{"type":"ACTIVITY_TYPE_CREATE_WALLET","organizationId":"é"}';

afterEach(() => void vi.unstubAllGlobals());

it('our stamp of a passkey is the official stamper’s, member by member, for the same challenge', async () => {
  const passkey = createPasskey({ rpId: RP_ID });
  const challenges: Uint8Array[] = [];
  const options: Record<string, unknown>[] = [];
  const get = async (asked: { publicKey: Record<string, unknown> & { challenge: Uint8Array } }) => {
    challenges.push(new Uint8Array(asked.publicKey.challenge));
    options.push(asked.publicKey);
    return passkey.credentials.get(asked);
  };
  vi.stubGlobal('navigator', { credentials: { get } });
  const theirs = await new WebauthnStamper({ rpId: RP_ID }).stamp(BODY);

  const { challenge, attestation } = passkey.register('Key');
  const { publicKey, userVerified, synced } = readAttestation({ challenge, ...attestation });
  const { credentialId } = passkey;
  const place = { rpId: RP_ID, credentialId, transports: [], userVerified: userVerified === 1, synced };
  const port = {
    async use({ challenge: asked }) {
      challenges.push(asked);
      const { authenticatorData, clientDataJSON, signature } = passkey.assert(asked);
      return {
        credentialId: Uint8Array.from(Buffer.from(credentialId, 'base64url')),
        authenticatorData: Uint8Array.from(authenticatorData),
        clientDataJson: Uint8Array.from(clientDataJSON),
        signature: Uint8Array.from(signature),
      };
    },
  } as Pick<PasskeyPort, 'use'>;
  const key: PasskeyKey = {
    id: 'key',
    purpose: 'stamp',
    store: 'passkey',
    backend: 'passkey',
    profile: 'local',
    name: 'Key',
    publicKey,
    passkey: place,
    createdAt: 0,
  };
  const { approvals, stamp } = createPasskeyKeeper({
    ports: { passkeys: port } as Base['ports'],
    consents: { take: () => undefined } as unknown as Base['consents'],
  }).holder(key);
  const body = utf8Encode(BODY);
  const ours = await stamp(body, approvals.mint('key', body, { credentialId: 'key', bodySha256: sha256(body) }));

  expect(challenges[1]).toEqual(challenges[0]);
  expect(options[0]).toMatchObject({ rpId: RP_ID, timeout: 300_000, userVerification: 'preferred' });
  expect(ours.name.toLowerCase()).toBe(theirs.stampHeaderName.toLowerCase());
  const [own, other] = [ours.value, theirs.stampHeaderValue].map(
    (value) => JSON.parse(value) as Record<string, string>,
  );
  expect(Object.keys(own ?? {})).toEqual(Object.keys(other ?? {}));
  // A signature of ECDSA is another one each time.
  expect({ ...own, signature: '' }).toEqual({ ...other, signature: '' });
  // Neither has padding, nor a space.
  expect(ours.value).toMatch(/^\{("[A-Za-z]+":"[A-Za-z0-9_-]+",?){4}\}$/);
  expect(theirs.stampHeaderValue).toMatch(/^\{("[A-Za-z]+":"[A-Za-z0-9_-]+",?){4}\}$/);
});
