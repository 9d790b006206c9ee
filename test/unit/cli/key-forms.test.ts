import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAXIMUM_KEY_INPUT, readApiKey } from '../../../electron/cli/private-key.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const scalarOf = (pem: string) =>
  pem.startsWith(SECP256K1_SEC1) || pem.startsWith(SECP256K1_PKCS8)
    ? SECP256K1
    : Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');
const made = (type: 'pkcs8' | 'sec1', namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type, format: 'pem' }) as string;
/** Made by openssl: the cryptography of Electron has no secp256k1. */
const SECP256K1 = 'ed2331d113849e086061de6c7b96feef8188928610296c8dfea3469a1793df86';
const SECP256K1_SEC1 = `-----BEGIN EC PRIVATE KEY-----
MHQCAQEEIO0jMdEThJ4IYGHebHuW/u+BiJKGEClsjf6jRpoXk9+GoAcGBSuBBAAK
oUQDQgAEXEcNbzySLR98OBnHEp006Xo+XbBtX21pZIplhIHxJwXqirFrqkrlpWz3
e3LVWiPjMETwng0/U01QH5eP9nfofw==
-----END EC PRIVATE KEY-----
`;
const SECP256K1_PKCS8 = `-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQg7SMx0ROEnghgYd5se5b+
74GIkoYQKWyN/qNGmheT34ahRANCAARcRw1vPJItH3w4GccSnTTpej5dsG1fbWlk
imWEgfEnBeqKsWuqSuWlbPd7ctVaI+MwRPCeDT9TTVAfl4/2d+h/
-----END PRIVATE KEY-----
`;
const ed25519 = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const PEM = made('pkcs8', 'prime256v1');
const lines = (label: string, text: string) => `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
const bodyOf = (pem: string) => Buffer.from(pem.split('\n').slice(1, -2).join(''), 'base64');

describe('a PEM file', () => {
  it.each([
    ['PKCS#8 of P-256', PEM, 'p256'],
    ['PKCS#8 of secp256k1', SECP256K1_PKCS8, 'secp256k1'],
    ['PKCS#8 of Ed25519', ed25519(), 'ed25519'],
    ['SEC1 of P-256', made('sec1', 'prime256v1'), 'p256'],
    ['SEC1 of secp256k1', SECP256K1_SEC1, 'secp256k1'],
    ['line ends of Windows and a byte order mark', `\ufeff${PEM.replaceAll('\n', '\r\n')}`, 'p256'],
  ])('is read: %s', (_name, pem, curve) => {
    const bytes = utf8(pem);
    expect(bytes.length).toBeLessThan(MAXIMUM_KEY_INPUT);
    const { privateKey, ...rest } = readApiKey(bytes, 'It');
    expect(rest).toEqual({ curve, publicKey: null });
    expect(Buffer.from(privateKey).toString('hex')).toBe(scalarOf(pem.replace('\ufeff', '')));
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  it('is read behind the block of parameters that openssl ecparam writes', () => {
    const pem = made('sec1', 'prime256v1');
    const both = `${lines('EC PARAMETERS', 'BggqhkjOPQMBBw==')}${pem}`;
    expect(Buffer.from(readApiKey(utf8(both), 'It').privateKey).toString('hex')).toBe(scalarOf(pem));
  });

  it.each([
    ['a certificate behind it', `${PEM}${lines('CERTIFICATE', 'AAAA')}`],
    ['a public key before it', `${lines('PUBLIC KEY', 'AAAA')}${PEM}`],
    ['the attributes of a PKCS#12 file before it', `Bag Attributes\n    friendlyName: desk\n${PEM}`],
    ['line ends that settings write as two characters', PEM.replaceAll('\n', '\\n')],
    ['line ends of Windows that settings write', `"${PEM.replaceAll('\n', '\\r\\n')}"`],
    ['blanks before each line', PEM.replaceAll(/^/gm, '  ')],
  ])('is read with %s', (_name, pem) => {
    expect(Buffer.from(readApiKey(utf8(pem), 'It').privateKey).toString('hex')).toBe(scalarOf(PEM));
  });

  const cut = bodyOf(PEM).subarray(0, 60).toString('base64');
  const otherCurve = bodyOf(PEM);
  otherCurve[otherCurve.indexOf(Buffer.from('2a8648ce3d030107', 'hex')) + 7] = 1;
  it('of RSA is short enough to be named', () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const bytes = utf8(String(pem));
    expect(bytes.length).toBeLessThan(MAXIMUM_KEY_INPUT);
    expect(() => readApiKey(bytes, 'It')).toThrow('It is not a private key: it is an RSA key');
  });

  it.each([
    [made('pkcs8', 'secp384r1'), 'it is a P-384 key, and not one of P-256, secp256k1 or Ed25519'],
    [made('sec1', 'secp384r1'), 'it is a P-384 key, and not one of P-256, secp256k1 or Ed25519'],
    [lines('PRIVATE KEY', otherCurve.toString('base64')), 'its PEM block does not hold a P-256'],
    [lines('PRIVATE KEY', cut), 'its PEM block does not hold a P-256'],
    [lines('PRIVATE KEY', ''), 'its PEM block does not hold a P-256'],
    [PEM.replace('MI', '!I'), 'the lines of its PEM block are not base64'],
    [PEM.slice(0, 120), 'its PEM block has no END line'],
    [lines('ENCRYPTED PRIVATE KEY', 'AAAA'), 'its PEM block is encrypted. Decrypt it first'],
    [lines('EC PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED'), 'its PEM block is encrypted. Decrypt it first'],
    [lines('OPENSSH PRIVATE KEY', 'AAAA'), 'it is an OpenSSH key. Convert a copy first'],
    [lines('PUBLIC KEY', 'AAAA'), 'it is a public key'],
    [lines('CERTIFICATE', 'AAAA'), 'it is a certificate'],
    [lines('RSA PRIVATE KEY', 'AAAA'), 'it is an RSA key'],
    [PEM + PEM, 'it has several private keys'],
    [PEM + made('sec1', 'prime256v1'), 'it has several private keys'],
    [`x ${PEM}`, 'it has other text before its BEGIN line'],
  ])('is refused with its cause: %#', (pem, fault) => {
    const bytes = utf8(pem);
    expect(() => readApiKey(bytes, 'It')).toThrow(`It is not a private key: ${fault}`);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});
