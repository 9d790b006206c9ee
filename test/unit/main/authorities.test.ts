import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultHere, type ShownCertificate } from '../../../electron/main/authorities.ts';
import { AUTHORITY, INTERMEDIATE, OTHER_AUTHORITY, SERVER, WRONG } from './certificates.ts';

const NOW = Date.UTC(2026, 10, 22);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-authorities-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A chain in Chromium's form: each certificate holds the next. */
const chained = ([data = '', ...issuers]: readonly string[]): ShownCertificate =>
  issuers.length === 0 ? { data } : { data, issuerCert: chained(issuers) };
function faultOf(
  chain: readonly string[],
  { hostname = 'custody.test', now = NOW, authorities = [OTHER_AUTHORITY, AUTHORITY] } = {},
): string | null {
  const file = join(folder, 'authorities.pem');
  writeFileSync(file, authorities.map((text) => `# an authority\n${text}\n`).join(''));
  return faultHere({ certificate: chained(chain), hostname }, { SSL_CERT_FILE: file }, now);
}

describe('the certificate of a server', () => {
  it('is trusted when an authority of the named file issued it or its issuer', () => {
    expect(faultOf([SERVER, INTERMEDIATE])).toBeNull();
    expect(faultOf([SERVER], { authorities: [INTERMEDIATE] })).toBeNull();
  });

  it('is not trusted without such an authority or with a missing intermediate', () => {
    expect(faultOf([SERVER, INTERMEDIATE], { authorities: [OTHER_AUTHORITY] })).toBe('certificate_authority');
    expect(faultOf([SERVER])).toBe('certificate_authority');
    expect(faultOf([SERVER, INTERMEDIATE, AUTHORITY], { authorities: [] })).toBe('certificate_authority');
  });

  it('is not trusted without the file, or by the machine’s other authorities', () => {
    const shown = { certificate: chained([SERVER, INTERMEDIATE, AUTHORITY]), hostname: 'custody.test' };
    for (const environment of [{}, { SSL_CERT_FILE: join(folder, 'missing.pem') }])
      expect(faultHere(shown, environment, NOW)).toBe('certificate_authority');
  });

  it('is valid only for its names and its time', () => {
    expect(faultOf([SERVER, INTERMEDIATE], { hostname: 'other.test' })).toBe('certificate_name');
    expect(faultOf([SERVER, INTERMEDIATE], { hostname: '127.0.0.1' })).toBe('certificate_name');
    expect(faultOf([SERVER, INTERMEDIATE], { now: Date.UTC(2019, 0, 1) })).toBe('certificate_date');
    expect(faultOf([SERVER, INTERMEDIATE], { now: Date.UTC(2121, 0, 1) })).toBe('certificate_date');
  });

  it('is reported as lacking its authority before any other fault', () => {
    const others = { hostname: 'other.test', authorities: [OTHER_AUTHORITY], now: Date.UTC(2121, 0, 1) };
    expect(faultOf([SERVER, INTERMEDIATE], others)).toBe('certificate_authority');
  });

  it.each(WRONG)('is not trusted when it %s', (_why, fault, chain) => {
    expect(faultOf(chain)).toBe(fault);
  });
});
