import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GoldenService, startGoldenService } from './harness.ts';
import { ED25519_PUBLIC, header, P256_PUBLIC, SECP256K1_PUBLIC } from './stamps.ts';

/**
 * Stamps that others made and published, with their bodies, which belong to no organization here. A stamp that verifies
 * therefore gets a reply about the body or the organization. One that does not verify gets a reply about the signature.
 */
const PUBLISHED = [
  {
    source: 'the sample of the command line client’s documentation',
    body: '{"payload": "hello from TKHQ"}',
    stamp: {
      publicKey: '0327a50032e6f0631d5605b6ada32b779074f346e81b68e12801640f1c9ee03dae',
      scheme: 'SIGNATURE_SCHEME_TK_API_P256',
      signature:
        '304402203623defd618eb3e219970496407ebe92447317dad75e412bd4a6267c3b5e22230220245b740848a72d08b60d6c84f339737b63db3bcbadb3bd0dcb1bfb865715d8b5',
    },
    status: 400,
    message: 'malformed organization ID provided: the body has no organizationId',
  },
  {
    source: 'a request captured by the tests of the Rust client',
    body: '{"type":"ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION","timestampMs":"1754952030221","organizationId":"35e5c619-ba95-417c-bb48-b16f1543aea0","parameters":{"deleteWithoutExport":true}}',
    stamp: {
      publicKey: '020404a8505f87edc73f7a8f7a6dca61eb1b0b3617720c7161fab7970ce31c4e12',
      scheme: 'SIGNATURE_SCHEME_TK_API_P256',
      signature:
        '3046022100d8188e89ef1330881fc2d951f2284467a462840acafc80115ae871847f6a1f93022100a07fcacd0614e2ea729fc7f5e7378a108a8267a18fa1551845487acabcd97403',
    },
    status: 404,
    message: 'no organization found with the given ID',
  },
  {
    source: 'the tests of the wallet stamper (EIP-191)',
    body: 'MESSAGE',
    stamp: {
      publicKey: SECP256K1_PUBLIC,
      scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
      signature:
        '30440220487cdb8a88f2f4044b701cbb116075c4cabe5fe4657a6358b395c0aab70694db02203453a8057e442bd1aff0ecabe8a82c831f0edd7f2158b7c1feb3de9b1f20309b',
    },
    status: 400,
    message:
      'bad request body: it is not JSON (line 1, column 1: a value must stand here: a text in double quotes, a number, true, false, null, an object or a list)',
  },
] as const;

let service: GoldenService;
beforeAll(async () => {
  const published = PUBLISHED.map(({ stamp }) => stamp.publicKey).filter((publicKey) => publicKey !== SECP256K1_PUBLIC);
  service = await startGoldenService({
    p256: P256_PUBLIC,
    secp256k1: SECP256K1_PUBLIC,
    ed25519: ED25519_PUBLIC,
    published,
  });
});
afterAll(() => service.stop());

async function send(body: string, stamp: Parameters<typeof header>[0]) {
  const response = await fetch(`${service.baseUrl}/public/v1/query/whoami`, {
    method: 'POST',
    headers: { 'x-stamp': header(stamp) },
    body,
  });
  return { status: response.status, ...((await response.json()) as { message: string; turnkeyErrorCode: string }) };
}

describe.each(PUBLISHED)('$source', ({ body, stamp, status, message }) => {
  it('verifies over exactly these bytes', async () => {
    expect(await send(body, stamp)).toMatchObject({ status, message });
  });

  it('does not verify over the same JSON in other bytes', async () => {
    expect(await send(`${body} `, stamp)).toMatchObject({ status: 401, turnkeyErrorCode: 'SIGNATURE_INVALID' });
  });

  it('is refused under any other scheme', async () => {
    const scheme = 'SIGNATURE_SCHEME_TK_API_SECP256K1';
    expect(await send(body, { ...stamp, scheme })).toMatchObject({
      status: 401,
      turnkeyErrorCode: stamp.publicKey === SECP256K1_PUBLIC ? 'SIGNATURE_INVALID' : 'PUBLIC_KEY_NOT_FOUND',
    });
  });
});
