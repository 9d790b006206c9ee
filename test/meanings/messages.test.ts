import { utf8Encode } from '../../shared/wire/index.ts';
import { corpus, payload } from './corpus.ts';

const OPERATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const KECCAK = { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_KECCAK256' };

const text = (message: string, around: { signWith?: string; hashFunction?: string } = KECCAK) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', message, around);
const personal = (message: string, signWith = OPERATOR) =>
  text(`\u0019Ethereum Signed Message:\n${utf8Encode(message).length}${message}`, { ...KECCAK, signWith });
const bytes = (hex: string) => payload('PAYLOAD_ENCODING_HEXADECIMAL', hex, KECCAK);
const authorization = (chainId: number, address = BOB) =>
  payload('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', JSON.stringify({ address, chainId, nonce: 7 }), {
    signWith: OPERATOR,
  });

const LINES = [
  'service.example wants you to sign in with your Ethereum account:',
  OPERATOR,
  '',
  'I accept the Terms of Service.',
  '',
  'URI: https://service.example/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891756',
  'Issued At: 2025-04-23T04:45:00Z',
  'Expiration Time: 2025-04-24T04:45:00Z',
];
const signIn = (...changes: readonly (readonly [string, string])[]) =>
  personal(changes.reduce((message, [from, to]) => message.replace(from, to), LINES.join('\n')));

const resources = (...uris: readonly string[]) =>
  personal([...LINES, 'Resources:', ...uris.map((uri) => `- ${uri}`)].join('\n'));

corpus('messages', {
  'a personal message': personal('I own this account.'),
  'a personal message of lines': personal('Vote 12\n\nYes'),
  'a personal message whose characters change direction': personal('pay \u202eevE'),
  'an empty personal message': personal(''),
  'a personal message of a hash': bytes(
    `${'19457468657265756d205369676e6564204d6573736167653a0a'}3332${'f0'.repeat(32)}`,
  ),
  'a personal message that spells a hash': personal(`0x${'ab'.repeat(32)}`),
  'a personal message that spells a transaction': personal(`0x02df0101010282520894${BOB.slice(2)}0180c0`),
  'a personal message of 32 letters, as long as a hash': personal('I agree to the terms of service.'),
  'a personal message that keys are made from': personal(
    'Access zkSync account.\n\nOnly sign this message for a trusted client!',
  ),
  'a personal message with a wrong length': text('\u0019Ethereum Signed Message:\n99hello'),
  'a personal message that is hashed otherwise': text('\u0019Ethereum Signed Message:\n5hello', {
    signWith: OPERATOR,
    hashFunction: 'HASH_FUNCTION_SHA256',
  }),
  'a sign-in': signIn(),
  'a sign-in to another domain': signIn(['URI: https://service.example', 'URI: https://evil.example']),
  'a sign-in of another account': signIn([OPERATOR, BOB]),
  'a sign-in that has expired': signIn(['2025-04-24', '2025-04-22'], ['2025-04-23T04:45:00Z', '2025-04-21T04:45:00Z']),
  'a sign-in to a domain of other letters': signIn(['service.example', 'sеrvice.example']),
  'a sign-in whose statement names another domain': signIn(['accept the Terms', 'log in to https://bank.example']),
  'a sign-in whose statement names a domain like its own': signIn([
    'accept the Terms',
    'trust service.example.evil.test',
  ]),
  'a sign-in that names a resource of another domain': resources('https://evil.example/all', 'ipfs://bafybeiemxf5ab'),
  'a sign-in that delegates rights': resources(
    `urn:recap:${Buffer.from('{"att":{"https://evil.example/pictures":{"crud/delete":[{}]}},"prf":[]}').toString('base64url')}`,
  ),
  'a sign-in that delegates rights that cannot be read': resources('urn:recap:eyJhdHQiOiI'),
  'a sign-in without an end': signIn(['\nExpiration Time: 2025-04-24T04:45:00Z', '']),
  'a text that begins like a sign-in': signIn(['Nonce: 32891756\n', '']),
  'a text': text('hello'),
  'a text that an account of Solana signs': text('hello', {
    signWith: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  }),
  'a text that spells typed data': text('{"types":{},"primaryType":"Permit","domain":{},"message":{}}'),
  'bytes that are a transaction': bytes(`02df0101010282520894${BOB.slice(2)}0180c0`),
  'bytes that hide typed data': bytes(`1901${'07'.repeat(64)}`),
  'bytes for a contract that validates': bytes(`1900${BOB.slice(2)}01`),
  'a text that closes its quotation': payload('PAYLOAD_ENCODING_TEXT_UTF8', 'hello” and nothing else. “Safe'),
  'an authorization (EIP-7702)': authorization(1),
  'an authorization on every chain': authorization(0),
  'an authorization that takes the code away': authorization(10, `0x${'0'.repeat(40)}`),
});
