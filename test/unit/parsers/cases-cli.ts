import { jsonLoss } from '../../../electron/cli/json-loss.ts';
import { readApiKey, readPrivateKey } from '../../../electron/cli/private-key.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { group } from './cases.ts';

const HEX = 'ab'.repeat(32);
const pem = (label: string, body = 'AAAA') => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;

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
  ]),
  group('target key', (text: string) => readPrivateKey(utf8Encode(text), 'The file'), [`${HEX}:secp256k1`]),
  group('lost JSON', jsonLoss, [
    '{"a":1,"a":2}',
    `{"${'k'.repeat(64)}":12345678901234567890}`,
    `${'['.repeat(300)}${']'.repeat(300)}`,
  ]),
];
