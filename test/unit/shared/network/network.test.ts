import { describe, expect, it } from 'vitest';
import { mayReach, requireDestination } from '../../../../shared/network/index.ts';

const refuse = (why: string) => new Error(why);

describe('the address of a receiver', () => {
  it.for([
    'https://hooks.example.com/a?b#c',
    'https://hooks.example.com:8443',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'http://localhost:8080/hook',
    'https://localhost/',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
  ])('is accepted: %s', (text) => expect(requireDestination(text, true, refuse).href).toContain('//'));

  it.for([
    ['hooks.example.com', 'not a URL'],
    ['http://hooks.example.com', 'https://'],
    ['ftp://hooks.example.com', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['https://user@hooks.example.com', 'user name'],
    ['https://:word@hooks.example.com', 'password'],
    ['https://10.0.0.1/', 'public internet'],
    ['https://0xa000001/', 'public internet'],
    ['https://192.168.1.1/', 'public internet'],
    ['https://169.254.169.254/latest/meta-data', 'public internet'],
    ['https://[fd00::1]/', 'public internet'],
    ['https://[::ffff:10.0.0.1]/', 'public internet'],
    [`https://hooks.example.com/${'a'.repeat(2048)}`, '2048'],
  ] as const)('is refused: %s', ([text, why]) => expect(() => requireDestination(text, true, refuse)).toThrow(why));
});

it.for(['http://localhost:8080/hook', 'https://127.0.0.1/', 'https://[::1]/'])(
  'the address of a receiver on this machine is refused where it may not be here: %s',
  (text) => expect(() => requireDestination(text, false, refuse)).toThrow('it is on this machine'),
);

describe('the addresses of a name', () => {
  it.for([
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.0.1'],
    ['link-local, where clouds keep their metadata', '169.254.169.254'],
    ['loopback', '127.0.0.1'],
    ['unspecified', '0.0.0.0'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['shared (RFC 6598)', '100.64.0.1'],
    ['documentation', '192.0.2.1'],
    ['benchmarking', '198.18.0.1'],
    ['reserved', '240.0.0.1'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['link-local', 'fe80::1'],
    ['unique local', 'fd12:3456::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['IPv4-mapped', '::ffff:93.184.215.14'],
    ['IPv4-compatible', '::93.184.215.14'],
    ['NAT64', '64:ff9b::a00:1'],
    ['NAT64 of an operator', '64:ff9b:1::a00:1'],
    ['6to4', '2002:a00:1::'],
    ['Teredo', '2001::1'],
    ['documentation', '2001:db8::1'],
    ['nothing that is assigned', '4000::1'],
    ['no address', 'hooks.example.com'],
  ] as const)('is refused: %s', ([, address]) => {
    expect(mayReach('hooks.example.com', [address], true)).toBe(false);
    expect(mayReach('hooks.example.com', ['93.184.215.14', address], true)).toBe(false);
  });

  it('must all be public', () => {
    const addresses = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
    expect(mayReach('hooks.example.com', addresses, false)).toBe(true);
    expect(mayReach('hooks.example.com', [], false)).toBe(false);
  });

  it('may be this machine only for its own names and where that is allowed', () => {
    for (const host of ['localhost', '127.0.0.1', '::1']) {
      expect(mayReach(host, ['127.0.0.1', '::1'], true)).toBe(true);
      expect(mayReach(host, ['127.0.0.1', '::1'], false)).toBe(false);
      expect(mayReach(host, ['127.0.0.1', '93.184.215.14'], true)).toBe(false);
    }
  });
});
