import fc from 'fast-check';
import '../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { buildActivityBody, buildQueryBody, checkParameters, requestUrl } from '../../../electron/client/index.ts';
import { LIMITS } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { codeOf, errorOf } from '../storage/support.ts';

const { create_wallet: createWallet, sign_raw_payload: sign, list_wallet_accounts: listAccounts } = OPERATIONS;
const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const SIGN = {
  signWith: '0xabc',
  payload: 'hello',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
};
const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

describe('the body of an activity', () => {
  it('has the members of the envelope in the order of the public clients, and its time as text', () => {
    const body = buildActivityBody(sign, {
      organizationId: ORGANIZATION,
      parameters: SIGN,
      timestampMs: 1_745_383_555_123,
    });
    expect(text(body)).toBe(
      `{"type":"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2","timestampMs":"1745383555123","organizationId":"${ORGANIZATION}","parameters":{"signWith":"0xabc","payload":"hello","encoding":"PAYLOAD_ENCODING_TEXT_UTF8","hashFunction":"HASH_FUNCTION_SHA256"}}`,
    );
  });

  it('contains the given texts unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.nat(), (payload, timestampMs) => {
        const parameters = { ...SIGN, payload };
        const body = buildActivityBody(sign, { organizationId: ORGANIZATION, parameters, timestampMs });
        expect(JSON.parse(text(body))).toEqual({
          type: sign.activityType,
          timestampMs: String(timestampMs),
          organizationId: ORGANIZATION,
          parameters,
        });
      }),
    );
  });

  it('is made for the example of every activity', () => {
    for (const operation of Object.values(OPERATIONS)) {
      if (operation.kind !== 'activity') continue;
      const parameters = { ...operation.example.parameters };
      expect(
        buildActivityBody(operation, { organizationId: ORGANIZATION, parameters, timestampMs: 1 }).length,
      ).toBeGreaterThan(100);
    }
  });

  it('is refused with the wrong places, and never their values', () => {
    const parameters = {
      walletName: 'a\u0007secret-name',
      accounts: [
        { curve: 'CURVE_NONE', pathFormat: 'PATH_FORMAT_BIP32', path: 'm/0', addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
      ],
    };
    const error = errorOf(() =>
      buildActivityBody(createWallet, { organizationId: ORGANIZATION, parameters, timestampMs: 1 }),
    );
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.fields?.map((field) => field.path)).toEqual(
      expect.arrayContaining(['/parameters/walletName', '/parameters/accounts/0/curve']),
    );
    expect(`${error.message}${JSON.stringify(error.fields)}`).not.toMatch(/secret-name|CURVE_NONE/);
    expect(errorOf(() => checkParameters(createWallet, parameters)).fields).toEqual(error.fields);
  });

  it('names the organization or the time when it is wrong', () => {
    const places = (organizationId: string, timestampMs: number) =>
      errorOf(() => buildActivityBody(sign, { organizationId, parameters: SIGN, timestampMs })).fields?.map(
        (field) => field.path,
      );
    expect(places('not-an-id', 1)).toEqual(['/organizationId']);
    expect(places(ORGANIZATION, -1)).toEqual(['/timestampMs']);
    expect(places(ORGANIZATION, 1.5)).toEqual(['/timestampMs']);
    expect(places(ORGANIZATION, Number.NaN)).toEqual(['/timestampMs']);
  });

  it('keeps unknown members', () => {
    const parameters = { ...SIGN, newer: [1] };
    expect(text(buildActivityBody(sign, { organizationId: ORGANIZATION, parameters, timestampMs: 1 }))).toContain(
      '"newer":[1]',
    );
  });

  it('is not made when it cannot be JSON or would be too long', () => {
    const make = (extra: unknown) => () =>
      buildActivityBody(sign, { organizationId: ORGANIZATION, parameters: { ...SIGN, extra }, timestampMs: 1 });
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(codeOf(make(1n))).toBe('INVALID_INPUT');
    expect(codeOf(make(cycle))).toBe('INVALID_INPUT');
    expect(codeOf(make('x'.repeat(LIMITS.body)))).toBe('INVALID_INPUT');
  });
});

describe('the body of a query', () => {
  it('keeps the caller’s members in their order', () => {
    const request = { organizationId: ORGANIZATION, paginationOptions: { limit: '100' } };
    expect(text(buildQueryBody(listAccounts, request))).toBe(JSON.stringify(request));
  });

  it('is refused with the wrong places', () => {
    const error = errorOf(() =>
      buildQueryBody(listAccounts, { organizationId: ORGANIZATION, paginationOptions: { limit: '101' } }),
    );
    expect(error.fields?.map((field) => field.path)).toEqual(['/paginationOptions/limit']);
  });
});

describe('the address of a request', () => {
  it.for([
    ['https://api.example.com', 'https://api.example.com/public/x'],
    ['https://api.example.com/', 'https://api.example.com/public/x'],
    ['https://api.example.com/base//', 'https://api.example.com/base/public/x'],
    ['HTTPS://API.example.com:443', 'https://api.example.com/public/x'],
    ['https://api.example.com:8443', 'https://api.example.com:8443/public/x'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/public/x'],
    ['http://127.1:4000', 'http://127.0.0.1:4000/public/x'],
    ['http://localhost', 'http://localhost/public/x'],
    ['http://[::1]:9', 'http://[::1]:9/public/x'],
  ] as const)('of %s is %s', ([base, url]) => expect(requestUrl(base, '/public/x')).toBe(url));

  it.for([
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://128.0.0.1',
    'http://[::2]',
    'http://0.0.0.0',
    'https://user:tr0ub4dor@api.example.com',
    'https://user@api.example.com',
    'https://api.example.com?x=1',
    'https://api.example.com/#x',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'api.example.com',
    '',
  ])('is refused for %s, which the message does not repeat', (base) => {
    const error = errorOf(() => requestUrl(base, '/public/x'));
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.message).not.toContain('tr0ub4dor');
  });

  it('needs a path that begins at the root', () => {
    expect(codeOf(() => requestUrl('https://api.example.com', '@evil.example'))).toBe('INVALID_INPUT');
  });

  it('never leaves the given host', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (base) => {
        const { host } = new URL(base);
        expect(new URL(requestUrl(base, '/public/v1/x')).host).toBe(host);
      }),
    );
  });
});
