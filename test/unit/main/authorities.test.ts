import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTrustedHere, type ShownCertificate } from '../../../electron/main/authorities.ts';
import { AUTHORITY, INTERMEDIATE, OTHER_AUTHORITY, SERVER, WRONG } from './certificates.ts';

const NOW = Date.UTC(2026, 10, 22);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-authorities-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As Chromium tells a chain: each certificate holds the next. */
const chained = ([data = '', ...issuers]: readonly string[]): ShownCertificate =>
  issuers.length === 0 ? { data } : { data, issuerCert: chained(issuers) };
function isTrusted(
  chain: readonly string[],
  { hostname = 'custody.test', now = NOW, authorities = [OTHER_AUTHORITY, AUTHORITY] } = {},
): boolean {
  const file = join(folder, 'authorities.pem');
  writeFileSync(file, authorities.map((text) => `# an authority\n${text}\n`).join(''));
  return isTrustedHere({ certificate: chained(chain), hostname }, { SSL_CERT_FILE: file }, now);
}

describe('the certificate of a server', () => {
  it('is trusted when an authority of the named file issued it, or issued who did', () => {
    expect(isTrusted([SERVER, INTERMEDIATE])).toBe(true);
    expect(isTrusted([SERVER], { authorities: [INTERMEDIATE] })).toBe(true);
  });

  it('is not when nobody in the file did, or what is between them is missing', () => {
    expect(isTrusted([SERVER, INTERMEDIATE], { authorities: [OTHER_AUTHORITY] })).toBe(false);
    expect(isTrusted([SERVER])).toBe(false);
    expect(isTrusted([SERVER, INTERMEDIATE, AUTHORITY], { authorities: [] })).toBe(false);
  });

  it('is not without such a file, nor by what the machine trusts besides', () => {
    const shown = { certificate: chained([SERVER, INTERMEDIATE, AUTHORITY]), hostname: 'custody.test' };
    for (const environment of [{}, { SSL_CERT_FILE: join(folder, 'missing.pem') }])
      expect(isTrustedHere(shown, environment, NOW)).toBe(false);
  });

  it('is for its own names, and for its time', () => {
    expect(isTrusted([SERVER, INTERMEDIATE], { hostname: 'other.test' })).toBe(false);
    expect(isTrusted([SERVER, INTERMEDIATE], { hostname: '127.0.0.1' })).toBe(false);
    expect(isTrusted([SERVER, INTERMEDIATE], { now: Date.UTC(2019, 0, 1) })).toBe(false);
    expect(isTrusted([SERVER, INTERMEDIATE], { now: Date.UTC(2121, 0, 1) })).toBe(false);
  });

  it.each(WRONG)('is not trusted when it %s', (_why, chain) => {
    expect(isTrusted(chain)).toBe(false);
  });
});
