import { describe, expect, it } from 'vitest';
import { CertificateRefused, type TransportRequest } from '../../../../electron/client/index.ts';
import { countEndpoints, createNodeCaller, readEndpoint } from '../../../../electron/engine/service/endpoints.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

const KEY = 'node-key-5f1c9ab7';
const one = { chain: 'eip155:1' as const, url: `https://desk:p%40ss@node.test/v1/${KEY}` };

describe('an endpoint', () => {
  it('is a chain and an address', () => {
    expect(readEndpoint('eip155:1=https://node.test/v1?key=a=b')).toEqual({
      chain: 'eip155:1',
      url: 'https://node.test/v1?key=a=b',
    });
    expect(readEndpoint('eip155:8453=http://127.0.0.1:8545').url).toBe('http://127.0.0.1:8545/');
  });

  it.each([
    ['without a chain', `https://node.test/${KEY}`],
    ['of a chain that is not served', `eip155:12345=https://node.test/${KEY}`],
    ['in the clear', `eip155:1=http://node.test/${KEY}`],
    ['of another protocol', `eip155:1=file:///${KEY}`],
    ['that is no address', `eip155:1=${KEY}`],
    ['that is nothing', ''],
  ])('is refused %s, by a message that does not repeat it', (_what, text) => {
    const refused = () => readEndpoint(text);
    expect(refused).toThrow('the local service was not started');
    expect(refused).not.toThrow(KEY);
  });

  it('is one of eight at most', () => {
    expect(countEndpoints([one, { ...one, chain: 'eip155:10' }, one])).toEqual([
      { chain: 'eip155:1', endpoints: 2 },
      { chain: 'eip155:10', endpoints: 1 },
    ]);
    expect(() => countEndpoints(Array.from({ length: 9 }, () => one))).toThrow('more than 8');
  });
});

describe('asking a node', () => {
  const body = Uint8Array.of(1);

  it('sends the login as a header, never in the address', async () => {
    const sent: TransportRequest[] = [];
    const ask = createNodeCaller([one], async (request) => {
      sent.push(request);
      return { status: 200, headers: {}, body };
    });
    expect(await ask({ chain: 'eip155:1', endpoint: 0, body })).toEqual({ status: 200, body });
    expect(sent).toMatchObject([
      {
        url: `https://node.test/v1/${KEY}`,
        headers: { authorization: `Basic ${Buffer.from('desk:p@ss').toString('base64')}` },
        timeoutMs: 20_000,
      },
    ]);
  });

  it('strikes out what may be a key of the address where the node repeats it, and nothing else', async () => {
    const named = { ...one, url: `https://long%20login:abcd@node.test/v1/${KEY}?token=%2Fkey-of-9` };
    const said = `no credit for ${KEY} of long login (long%20login), /key-of-9, v1, abcd, and ${KEY}${KEY}`;
    const ask = createNodeCaller([named], async () => ({ status: 402, headers: {}, body: utf8Encode(said) }));
    const reply = await ask({ chain: 'eip155:1', endpoint: 0, body });
    const [key, login] = ['*'.repeat(KEY.length), '*'.repeat('long login'.length)];
    expect('body' in reply && utf8Decode(reply.body)).toBe(
      `no credit for ${key} of ${login} (************), *********, v1, abcd, and ${key}${key}`,
    );
  });

  it.each([
    ['SERVICE_UNREACHABLE', 'unreachable'],
    ['TOO_LARGE', 'answer_too_long'],
  ] as const)('reports %s by its kind alone', async (code, failure) => {
    const ask = createNodeCaller([one], () => Promise.reject(new AppError(code, `${KEY} did not answer`)));
    expect(await ask({ chain: 'eip155:1', endpoint: 0, body })).toEqual({ failure });
  });

  it.each(['certificate_authority', 'certificate_name', 'certificate_date', 'certificate_refused'] as const)(
    'reports the fault of its certificate by its kind alone: %s',
    async (failure) => {
      const refused = new CertificateRefused(`${KEY} did not answer`, undefined, failure);
      const ask = createNodeCaller([one], () => Promise.reject(refused));
      expect(await ask({ chain: 'eip155:1', endpoint: 0, body })).toEqual({ failure });
    },
  );

  it.each([
    ['120', 120_000],
    ['Thu, 20 Nov 2025 12:00:30 GMT', 30_000],
    ['Thu, 20 Nov 2025 11:00:00 GMT', 0],
    ['99999999', 3_600_000],
    ['soon', undefined],
  ])('reports how long it asks to be left alone: %s', async (header, retryAfter) => {
    const limited = { status: 429, headers: { 'Retry-After': header }, body };
    const ask = createNodeCaller(
      [one],
      async () => limited,
      () => Date.parse('2025-11-20T12:00:00Z'),
    );
    const reply = await ask({ chain: 'eip155:1', endpoint: 0, body });
    expect('retryAfter' in reply ? reply.retryAfter : undefined).toBe(retryAfter);
  });

  it('reaches nothing that the operator did not name', async () => {
    const ask = createNodeCaller([one], () => Promise.reject(new Error('asked')));
    expect(await ask({ chain: 'eip155:1', endpoint: 1, body })).toEqual({ failure: 'unreachable' });
    expect(await ask({ chain: 'eip155:10', endpoint: 0, body })).toEqual({ failure: 'unreachable' });
  });
});
