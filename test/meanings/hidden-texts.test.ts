import { base58 } from '@scure/base';
import { hexDecode, utf8Encode } from '../../shared/wire/index.ts';
import { SIGNER, solanaSignIn, transfer } from '../unit/crypto/payloads/forms/builder.ts';
import { solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { blind, corpus, payload, whole } from './corpus.ts';

const OPERATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const UNHASHED = { signWith: SIGNER, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
const KECCAK = { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_KECCAK256' };
const solana = (message: string) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, UNHASHED);
const personal = (message: string) =>
  payload(
    'PAYLOAD_ENCODING_TEXT_UTF8',
    `\u0019Ethereum Signed Message:\n${utf8Encode(message).length}${message}`,
    KECCAK,
  );
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
const signIn = (end: string, ...more: readonly string[]) =>
  [
    'service.example wants you to sign in with your Ethereum account:',
    ...[OPERATOR, '', 'I accept the Terms.', '', 'URI: https://service.example/login', 'Version: 1', 'Chain ID: 1'],
    ...['Nonce: 32891756', 'Issued At: 2025-04-23T04:45:00Z', 'Expiration Time: 2025-04-24T04:45:00Z', ...more],
  ].join(end);
const authorization = (digits: string) => payload('PAYLOAD_ENCODING_HEXADECIMAL', digits, KECCAK);

corpus('hidden-texts', {
  'a transaction of Solana in base64': blind(solana(base64(solanaText(transfer)))),
  'a message of Solana in base58': blind(solana(base58.encode(solanaMessage(transfer)))),
  'a transaction of Ethereum in base64': blind(personal(base64(`02df0101010282520894${BOB.slice(2)}0180c0`))),
  'a transaction in base64 of two lines': blind(solana(base64(solanaText(transfer)).replace(/^.{76}/, '$&\r\n'))),
  'a PSBT in base64': blind(personal(base64('70736274ff01003302000000'))),
  'an address of Ethereum alone': whole(personal(BOB)),
  'an address of Solana alone': whole(solana(SIGNER)),
  'a transaction of Ethereum in JSON': blind(
    personal(JSON.stringify({ chainId: 1, to: BOB, value: '0xde0b6b3a7640000' })),
  ),
  'a list of calls in JSON': blind(personal(JSON.stringify([{ data: '0x', to: BOB }]))),
  'a payment of the XRP Ledger in JSON': blind(personal('{"TransactionType":"Payment","Amount":"5"}')),
  'a transaction of Tron in JSON': blind(personal('{"txID":"00","raw_data":{"contract":[]}}')),
  'a signed transaction in JSON': blind(personal('{"rawTransaction":"0x02"}')),
  'an answer to a question in JSON': whole(personal('{"poll":5,"choice":"yes"}')),
  'a sign-in with the line ends of Windows': blind(personal(signIn('\r\n'))),
  'a sign-in with the line ends of another script': blind(personal(signIn('\u2028'))),
  'a sign-in behind a line that ends with a carriage return': whole(personal(`Hello\r${signIn('\n')}`)),
  'a sign-in of Solana with a statement of two lines': blind(
    solana(solanaSignIn({ 'I accept the Terms of Service.': 'I accept.\nURI: https://evil.example' })),
  ),
  'a sign-in with a resource that is no address': whole(personal(signIn('\n', 'Resources:', '- all you have'))),
  'a sign-in with a resource of a lower domain': whole(
    personal(signIn('\n', 'Resources:', '- https://files.service.example/a')),
  ),
  'a sign-in with an empty list of resources': whole(personal(signIn('\n', 'Resources:'))),
  'an authorization (EIP-7702) as bytes': blind(authorization(`05d70194${BOB.slice(2)}07`)),
  'an authorization as bytes, on every chain': blind(authorization(`05d78094${BOB.slice(2)}80`)),
  'an authorization as bytes, that takes the code away': blind(authorization(`05d70194${'00'.repeat(20)}80`)),
  'an authorization as bytes, with a member more': blind(authorization(`05d80194${BOB.slice(2)}8080`)),
  'an authorization as bytes, with a zero before its chain': blind(authorization(`05d90082000194${BOB.slice(2)}80`)),
  'an authorization as bytes, with a byte behind it': blind(authorization(`05d70194${BOB.slice(2)}0700`)),
  'bytes of one member behind the magic of an authorization': blind(
    payload('PAYLOAD_ENCODING_HEXADECIMAL', `05${Buffer.from(hexDecode('c101')).toString('hex')}`, KECCAK),
  ),
  'typed data in another object': blind(
    personal('{"data":{"domain":{"name":"USD Coin"},"message":{"spender":"0x66"}}}'),
  ),
  'a permit in another object': blind(personal('{"data":{"spender":"0x66","value":"5","deadline":1}}')),
  'typed data in a text of JSON': blind(personal(JSON.stringify('{"types":{},"primaryType":"Permit"}'))),
  'typed data with other quotation marks, behind a word': blind(personal("sign {'types':{},'primaryType':'Permit'}")),
  'a list of words': whole(personal('alpha_1\nbeta\ngamma\ndelta\nepsilon\nzeta\neta\ntheta\niota')),
  'a name of small letters': whole(personal('log-in-to-the-service-of-example-for-order-12345')),
  'a hash behind words': whole(personal(`Sign this hash: 0x${'ab'.repeat(32)}`)),
  'a hash in quotation marks': blind(personal(`"0x${'ab'.repeat(32)}"`)),
  'a hash in JSON': whole(personal(`{"hash":"0x${'ab'.repeat(32)}"}`)),
  'a transaction behind words': whole(personal(`Send 0x02df0101010282520894${BOB.slice(2)}0180c0 now`)),
  'words far below': whole(personal(`Log in${'\n'.repeat(40)}and give all to ${BOB}`)),
  'words far to the right': whole(personal(`Log in${' '.repeat(200)}and give all to ${BOB}`)),
  'a word of two alphabets': whole(personal('Log in to \u0430pple.com')),
  'words of another alphabet': whole(personal('Войти в службу')),
});
