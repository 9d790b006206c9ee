import { jsonLoss } from '../../../electron/cli/json-loss.ts';
import { readApiKey, readPrivateKey } from '../../../electron/cli/private-key.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { group } from './cases.ts';

const HEX = 'ab'.repeat(32);
const pem = (label: string, body = 'AAAA') => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;

/** A block of PKCS#8 with the algorithm of that OBJECT IDENTIFIER and 32 bytes. */
const pkcs8 = (algorithm: string) => {
  const named = `06${(algorithm.length / 2).toString(16).padStart(2, '0')}${algorithm}`;
  const kind = `30${(named.length / 2).toString(16).padStart(2, '0')}${named}`;
  const content = `020100${kind}0420${HEX}`;
  const der = `30${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
  return pem('PRIVATE KEY', Buffer.from(der, 'hex').toString('base64'));
};

/** A key whose curve is spelled out: the sequence of parameters in the place of a name. */
const SPELLED = pem('EC PRIVATE KEY', Buffer.from(`302c0201010420${HEX}a0053003300102`, 'hex').toString('base64'));

/** A key of Ed25519 in PKCS#8. */
const DER = `302e020100300506032b657004220420${HEX}`;

export const CLIS = [
  group('API key', (text: string) => readApiKey(utf8Encode(text), 'The file'), [
    '',
    HEX.slice(1),
    'correct-horse-battery-staple-42!',
    `x${HEX.slice(1)}`,
    'abandon ability able',
    `${HEX}:p384`,
    `${HEX.slice(1)}:p256`,
    `${HEX.slice(1)}:ed25519`,
    pem('PRIVATE KEY'),
    pem('PRIVATE KEY', '!'),
    '-----BEGIN PRIVATE KEY-----',
    pem('RSA PRIVATE KEY'),
    pem('ENCRYPTED PRIVATE KEY'),
    pem('OPENSSH PRIVATE KEY'),
    pem('PUBLIC KEY'),
    pem('CERTIFICATE'),
    `${pem('PRIVATE KEY')}\n${pem('PRIVATE KEY')}`,
    pem('EC PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED'),
    pem('DSA PRIVATE KEY'),
    pem('TENDERMINT PRIVATE KEY'),
    pem('PGP PRIVATE KEY BLOCK'),
    pem('PRIVATE KEY').replaceAll('-----', '----'),
    pem('private key'),
    ...['2a864886f70d010101', '2b656e', '2b6571', '2b81040022', '2b81040023'].map(pkcs8),
    SPELLED,
    `{"privateKey":"${HEX}"}`,
    'PuTTY-User-Key-File-3: ssh-ed25519',
    `suiprivkey1${'q'.repeat(59)}`,
    `ed25519-priv-0x${HEX}`,
    `secp256k1-priv-0x${HEX}`,
    'ed25519:3D4YudUahN1nawWogh8pAKSj92sUNMdbZGjn7kerKzYo',
    'secp256k1:3D4YudUahN1nawWogh8pAKSj92sUNMdbZGjn7kerKzYo',
    `edsk${'g'.repeat(50)}`,
    `nsec1${'q'.repeat(58)}`,
    `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
    `ed25519e_sk1${'q'.repeat(58)}`,
    `ed25519_sk1${'q'.repeat(58)}`,
    `addr_xsk1${'q'.repeat(58)}`,
    `S${'B'.repeat(55)}`,
    'sn259rEFXrQrWyx3Q7XneWcwV6dfL',
    'sEdTM1uX8pu2do5XvTnutH6HsouMaM2',
    `6P${'R'.repeat(56)}`,
    `zprv${'9'.repeat(107)}`,
    `xpub${'9'.repeat(107)}`,
    'p2wpkh:KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
    '//Alice',
    `0x${HEX}//hard`,
    `0x0x${HEX}`,
    `b'${HEX}'`,
    '[1, 2, 3]',
    'Uint8Array(3) [1, 2, 3]',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    `ab\u200b${HEX.slice(2)}`,
    `ab\uff11${HEX.slice(2)}`,
    `ab“${HEX.slice(2)}`,
    `ab\u0430${HEX.slice(2)}`,
    `${HEX}; my key`,
    `02${HEX}`,
    `04${HEX}${HEX}`,
    HEX.slice(24),
    'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
    'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP9861O',
    'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP9861',
    `PRIVATE_KEY=${HEX}`,
    `PRIVATE_KEY: ${HEX}`,
    `${'12'.repeat(16)}\n${'12'.repeat(16)}`,
    Array.from({ length: 32 }, () => 7).join(','),
    ...[',', ' ', ':'].map((sign) => Array.from({ length: 32 }, () => 17).join(sign)),
    `${'y'.repeat(50)}!`,
    `{0xab, 0xcd}`,
    '{"kty":"EC","crv":"P-256"}',
    '[0xab, 0xcd]',
    '["ab"]',
    '[1 2 3]',
    '[1, 2] // my key',
    '[-1, 2]',
    `[${Array.from({ length: 32 }, () => 256).join()}]`,
    `let key = [1, 2]`,
    `key: ${HEX}`,
    `hex'${HEX}'`,
    `"${HEX}",`,
    `KEY="${pem('PRIVATE KEY')}"`,
    `AAAA\n-----END PRIVATE KEY-----`,
    Buffer.from(pem('PRIVATE KEY')).toString('base64'),
    pem('EC PARAMETERS'),
    pem('CERTIFICATE REQUEST'),
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPm5Y user@host',
    'age-encryption.org/v1',
    `wpkh(KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617)`,
    'https://example.com/key.hex',
    'ur:crypto-hdkey/oeadcs',
    "m/44'/60'/0'/0/0",
    `G${'A'.repeat(55)}`,
    `00${HEX}`,
    '7'.repeat(77),
    'KwdMAjGmer YanjeuI5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
    `${'A'.repeat(42)}_`,

    `${'A'.repeat(44)}==`,
    `30${'28'}${'02'.repeat(40)}`,
    Buffer.from(`3029300506032b6572042000${'07'.repeat(31)}`, 'hex').toString('base64'),
  ]),
  group(
    'API key in another spelling',
    (text: string) => Buffer.from(readApiKey(utf8Encode(text), 'The file').privateKey).toString('hex'),
    [
      `\ufeff\u00a0${HEX}\u200b`,
      `“0x${HEX}”`,
      (HEX.match(/.{4}/g) ?? []).join(' '),
      (HEX.match(/.{8}/g) ?? []).join('_'),
      (HEX.match(/../g) ?? []).join('-'),
      `[${Array.from({ length: 32 }, () => 171).join(', ')}]`,
      DER,
      Buffer.from(DER, 'hex').toString('base64'),
    ],
  ),
  group('target key', (text: string) => readPrivateKey(utf8Encode(text), 'The file'), [`${HEX}:secp256k1`]),
  group('lost JSON', jsonLoss, [
    '{"a":1,"a":2}',
    `{"${'k'.repeat(64)}":12345678901234567890}`,
    `${'['.repeat(300)}${']'.repeat(300)}`,
  ]),
];
