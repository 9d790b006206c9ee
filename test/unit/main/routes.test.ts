import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRoutes } from '../../../electron/main/routes.ts';
import { AUTHORITY, INTERMEDIATE, OTHER_AUTHORITY, SERVER } from './certificates.ts';

interface Shown {
  readonly hostname: string;
  readonly errorCode: number;
  readonly certificate: { readonly data: string; readonly issuerCert?: { readonly data: string } };
}
type Verify = (shown: Shown, callback: (verdict: number) => void) => void;

const made = vi.hoisted(() => ({ verify: [] as unknown[] }));

vi.mock('electron', () => ({
  app: { on: () => undefined },
  session: {
    fromPartition: () => ({
      setUserAgent: () => undefined,
      setSpellCheckerEnabled: () => undefined,
      setSpellCheckerLanguages: () => undefined,
      setProxy: async () => undefined,
      setCertificateVerifyProc: (verify: unknown) => made.verify.push(verify),
    }),
  },
}));

/** net/base/net_error_list.h */
const [AS_CHROMIUM, TRUSTED, NAME, DATE, AUTHORITY_UNKNOWN] = [-3, 0, -200, -201, -202];

describe('the certificate of a host', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-routes-'));
    writeFileSync(join(folder, 'its.pem'), AUTHORITY);
    writeFileSync(join(folder, 'other.pem'), OTHER_AUTHORITY);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** On a persistent session, and on one for a single exchange. */
  const verdicts = async (file: string, errorCode: number, hostname = 'custody.test') => {
    made.verify = [];
    const routes = createRoutes('tests', { SSL_CERT_FILE: join(folder, file) });
    for (const once of [false, true]) await routes(new URL('https://custody.test/'), once);
    const given: number[] = [];
    const certificate = { data: SERVER, issuerCert: { data: INTERMEDIATE } };
    for (const verify of made.verify as Verify[])
      verify({ hostname, errorCode, certificate }, (verdict) => given.push(verdict));
    return given;
  };

  it('with an authority that Chromium knows is judged by Chromium', async () => {
    for (const errorCode of [0, DATE]) expect(await verdicts('its.pem', errorCode)).toEqual([AS_CHROMIUM, AS_CHROMIUM]);
  });

  it('with an unknown authority is trusted only by an authority of this machine, for its name', async () => {
    expect(await verdicts('its.pem', AUTHORITY_UNKNOWN)).toEqual([TRUSTED, TRUSTED]);
    expect(await verdicts('other.pem', AUTHORITY_UNKNOWN)).toEqual([AUTHORITY_UNKNOWN, AUTHORITY_UNKNOWN]);
    expect(await verdicts('its.pem', AUTHORITY_UNKNOWN, 'other.test')).toEqual([NAME, NAME]);
  });
});
