import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const WHOAMI = '/public/v1/query/whoami';

describe('a stranger', () => {
  const NOBODYS = '0b7c2c1e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const stranger = newKey();
  const passkey = JSON.stringify({
    authenticatorData: 'AA',
    clientDataJson: 'AA',
    credentialId: 'c3RyYW5nZXI',
    signature: 'AA',
  });
  const ask = async (body: string, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    const response = await fetch(service.ready.baseUrl + WHOAMI, init);
    return { status: response.status, text: await response.text() };
  };
  const stamper = new ApiKeyStamper({ apiPublicKey: stranger.publicKey, apiPrivateKey: stranger.privateKey });
  const stamped = async (body: string) => ask(body, { 'x-stamp': (await stamper.stamp(body)).stampHeaderValue });

  it('reads the organization that the request named, as at the public service', async () => {
    const found = clientOf(service.ready.baseUrl, stranger).getWhoami({ organizationId: NOBODYS });
    await expect(found).rejects.toThrow(
      `could not find public key in organization or its parent organization organizationId=${NOBODYS} publicKey=${stranger.publicKey}`,
    );
    const { status, text } = await ask(JSON.stringify({ organizationId: NOBODYS }), { 'x-stamp-webauthn': passkey });
    expect([status, text]).toEqual([
      401,
      expect.stringContaining(
        `credential ID could not be found in organization or its parent organization organizationId=${NOBODYS} credentialId=c3RyYW5nZXI`,
      ),
    ]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no organization', '{}'],
    ['no id', '{"organizationId":"<script>"}'],
    ['an id twice', `{"organizationId":"${NOBODYS}","organizationId":"${NOBODYS}"}`],
    ['an id in a long body', JSON.stringify({ organizationId: NOBODYS, note: 'x'.repeat(16 * 1024) })],
    ['too much', 'x'.repeat(300 * 1024)],
  ])('reads no organization for a body of %s', async (_what, body) => {
    for (const { status, text } of [await stamped(body), await ask(body, { 'x-stamp-webauthn': passkey })]) {
      expect([status, text]).toEqual([401, expect.not.stringContaining('organizationId=')]);
      expect(text).not.toContain(service.organizationId);
    }
  });
});
