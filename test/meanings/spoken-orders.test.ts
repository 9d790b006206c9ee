import { utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, payload, whole } from './corpus.ts';
import { BOB, OPERATOR } from './typed-message.ts';

const personal = (text: string) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', `\u0019Ethereum Signed Message:\n${utf8Encode(text).length}${text}`, {
    signWith: OPERATOR,
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  });

/** Texts in plain words that services carry out. */
corpus('spoken-orders', {
  'a transfer of a rollup': whole(personal(`Transfer 1.5 ETH to: ${BOB}\nNonce: 3\nFee: 0.01 ETH`)),
  'a withdrawal of a rollup': whole(personal(`Withdraw 20 USDC to: ${BOB}\nNonce: 4`)),
  'a payment among other lines': whole(personal(`Example Exchange\nSend 5 BTC to bc1q${'q'.repeat(38)}\nBye`)),
  'an order of an exchange': whole(personal('Limit order: sell 5 ETH at 3000 USDC')),
  'a charge each month': whole(personal('I accept that Example charges 100 USDC each month')),
  'a key of another layer': whole(personal('Sign this message to create a key to interact with the layer.')),
  'a key for sessions': whole(personal(`I authorize the session key ${BOB} until 2030`)),
  'power to act': whole(personal('This lets Example act on my behalf until I revoke it.')),
  'keys for trading': whole(personal('Enable trading for this wallet')),
  'a record of a payment': blind(personal('{"amount":"5","currency":"EUR","iban":"DE00"}')),
  'a record in a text of JSON': blind(personal(JSON.stringify('{"amount":5}'))),
  'a record with other marks': blind(personal("{'amount':5}")),
  'a record without marks': blind(personal('{amount:5}')),
  'a list of records': blind(personal('[{"id":1},{"id":2}]')),
  'a text about payments': whole(personal('I read that fees of transfers are 5 %.')),
  'a text about signing': whole(
    personal('I prove that this address is mine by signing this message in a new session.'),
  ),
  'a text about addresses': whole(personal(`My address is ${BOB}.`)),
});
