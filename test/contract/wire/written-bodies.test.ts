import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openP256Signer, signStamp } from '../../../electron/crypto/index.ts';
import { describeBody } from '../../../electron/vault/describe.ts';
import { encodeStamp, hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { type StartedService, startService } from '../start-service.ts';

/** One request in the bytes and with the headers of the JSON writers and HTTP clients of several languages. */
let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const NAME = 'Ünï <a> & b / "q"';
const bodyOf = (walletName: string) => ({
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  timestampMs: String(service.clock.now),
  organizationId: service.organizationId,
  parameters: {
    walletName,
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  },
});
const code = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** The type of every reply. */
const ANYTHING = ['*', '*'].join('/');
const JSON_TYPE = { 'content-type': 'application/json' };
interface Written {
  readonly write: (text: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
}
const WRITTEN: Readonly<Record<string, Written>> = {
  'Swift: slashes with a backslash, and members in any order': {
    write: (text) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())).replaceAll('/', '\\/'),
    headers: { 'Content-Type': 'application/json', Accept: ANYTHING },
  },
  'Go: < and > and & by their numbers, and a line feed at the end': {
    write: (text) => `${text.replace(/[<>&]/g, code)}\n`,
    headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' },
  },
  'Python: letters by their numbers, and blanks behind marks': {
    write: (text) =>
      text
        .replace(/[\u0080-\uffff]/g, code)
        .replaceAll('","', '", "')
        .replaceAll('":', '": '),
    headers: { 'content-type': 'application/json', accept: ANYTHING, connection: 'keep-alive' },
  },
  'Kotlin: the character set behind the type': {
    write: (text) => text,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'okhttp/4.12.0' },
  },
  'Java: several lines': {
    write: (text) => JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n'),
    headers: { 'content-type': 'application/json;charset=UTF-8' },
  },
  'Ruby: no type at all': { write: (text) => text },
};

/** Sends bytes with their stamp, and only with these headers. */
function send(body: string, headers: Readonly<Record<string, string>> = {}, name = 'X-Stamp') {
  const bytes = utf8Encode(body);
  const stamp = encodeStamp(signStamp(openP256Signer(hexDecode(service.key.privateKey)), bytes));
  const url = `${service.ready.baseUrl}/public/v1/submit/create_wallet`;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { ...headers, [name]: stamp } }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

describe.each(Object.entries(WRITTEN))('a request as %s', (kind, { write, headers }) => {
  it('is taken by the service', async () => {
    const name = `${NAME} ${kind.slice(0, 4)}`;
    const { status, text } = await send(write(JSON.stringify(bodyOf(name))), headers);
    expect([status, text]).toEqual([200, expect.stringContaining('ACTIVITY_STATUS_COMPLETED')]);
    const { wallets } = await service.client.getWallets({ organizationId: service.organizationId });
    expect(wallets.map(({ walletName }) => walletName)).toContain(name);
  });

  it('is described as any other', () => {
    const text = JSON.stringify(bodyOf(NAME));
    const described = describeBody(utf8Encode(write(text)));
    expect([described.judged, described.headline]).toEqual(['whole', describeBody(utf8Encode(text)).headline]);
    expect(described.headline).toContain(NAME);
  });
});

it.each(['x-stamp', 'X-STAMP'])('the header of the stamp has any letter case: %s', async (name) => {
  const { status } = await send(JSON.stringify(bodyOf(`By ${name}`)), JSON_TYPE, name);
  expect(status).toBe(200);
});
