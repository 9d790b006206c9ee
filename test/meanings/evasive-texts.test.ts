import { utf8Encode } from '../../shared/wire/index.ts';
import { SIGNER } from '../unit/crypto/payloads/forms/builder.ts';
import { blind, corpus, payload, whole } from './corpus.ts';
import { BOB, OPERATOR } from './evm-calls.ts';
import { someone } from './solana-builder.ts';

const KECCAK = { signWith: OPERATOR, hashFunction: 'HASH_FUNCTION_KECCAK256' };
const personal = (message: string) =>
  payload(
    'PAYLOAD_ENCODING_TEXT_UTF8',
    `\u0019Ethereum Signed Message:\n${utf8Encode(message).length}${message}`,
    KECCAK,
  );
const solana = (message: string) =>
  payload('PAYLOAD_ENCODING_TEXT_UTF8', message, {
    signWith: SIGNER,
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });
const signIn = (statement: string, behind = '') =>
  personal(
    `example.com wants you to sign in with your Ethereum account:\n${OPERATOR}\n\n${statement}\n\nURI: https://example.com/login\nVersion: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2025-04-23T04:05:55Z${behind}`,
  );
const SIGN_IN = `example.com wants you to sign in with your Ethereum account:\n${OPERATOR}\n\nURI: https://example.com/login\nVersion: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2025-04-23T04:05:55Z`;
const MOVE = '22'.repeat(32);

corpus('evasive-texts', {
  'a query of GraphQL by itself': blind(personal('mutation { transfer(to: "bob", amount: 5) { id } }')),
  'a named query of GraphQL': blind(personal('subscription OnFill($id: ID!) { fill(id: $id) { price } }')),
  'a call of a function': blind(personal(`setApprovalForAll(${BOB},true)`)),
  'a call of a function with the address behind': blind(personal(`transfer(5, ${BOB});`)),
  'fields with bars': blind(personal('transfer|bob|5|USDC|1745383555')),
  'fields with commas': blind(personal('bob,5,USDC,1745383555000')),
  'fields with semicolons': blind(personal('pay;bob;5;1745383555')),
  'fields with an address': blind(personal(`mint:12:${BOB}`)),
  'a session in a text': blind(
    payload('PAYLOAD_ENCODING_TEXT_UTF8', `approve-session:${BOB}`, { ...KECCAK, signWith: OPERATOR }),
  ),
  'an address of a chain': whole(personal(`eip155:1:${BOB}`)),
  'an identifier of an account': whole(personal(`did:ethr:${BOB}`)),
  'a time by itself': whole(personal('At 1745383555 we met')),
  'a record in lines': blind(personal('amount: 5\nrecipient: bob\ncurrency: USD')),
  'a line of a record': whole(personal('amount: 5')),
  'words with a colon in each line': whole(personal('Amount: 5\nSeller: Bob')),
  'a statement of a database': blind(personal('DELETE FROM payments WHERE id = 5')),
  'words that begin like one': whole(personal('Select one from the list')),
  'bytes in the address of a page': blind(personal('data:application/json;base64,eyJhIjoxfQ==')),

  'power to withdraw': whole(personal(`I authorize ${BOB} to withdraw everything`)),
  'power to spend': whole(personal('This permits the application to spend on each visit')),
  'no power': whole(personal('I agree to the terms, and permit cookies')),
  'an end of orders': whole(personal('cancel all open orders')),
  'an end of an account': whole(personal('Please close my account')),
  'a change of a key': whole(personal('Replace the signing key')),
  'an end of a consent': whole(personal('I hereby revoke my consent')),
  'an order in German': whole(personal('Überweise 500 EUR an DE89370400440532013000')),
  'an order in Chinese': whole(personal('转账 500 USDT 到 TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')),
  'an order in Spanish': whole(personal(`Envía 0,5 ETH a ${BOB}`)),
  'an order to a name': whole(personal('Send 5 to vitalik.eth')),
  'an order to an account of TON': whole(personal(`Send 5 to EQ${'ab'.repeat(23)}`)),
  'an order to an account of Move': whole(personal(`Transfer 5 to 0x${MOVE}`)),
  'an order in a message of Aptos': whole(
    solana(`APTOS\naddress: 0x1\napplication: example.com\nchainId: 1\nmessage: transfer 5 APT to 0x${MOVE}\nnonce: 1`),
  ),
  'a sum without an account': whole(personal('The fee was 5 EUR in 2024')),
  'an account without a sum': whole(personal(`My wallet is ${BOB} since 2024`)),

  'a sign-in': whole(signIn('Sign in.')),
  'a sign-in behind an empty line': blind(personal(`\n${SIGN_IN}`)),
  'a sign-in behind a mark of byte order and a blank': blind(personal(`\ufeff ${SIGN_IN}`)),
  'a sign-in that orders a payment': whole(signIn(`I authorize the transfer of 5 ETH to ${BOB}`)),
  'a sign-in with an order behind': whole(signIn('Sign in.', `\nRequest ID: transfer 5 ETH to ${BOB}`)),
  'a sign-in that gives power': whole(signIn('I allow this application to trade for me.')),
  'a sign-in of Solana that orders a payment': whole(
    solana(
      `example.com wants you to sign in with your Solana account:\n${SIGNER}\n\nTransfer 5 SOL to ${someone(8)}\n\nURI: https://example.com\nVersion: 1\nNonce: 12345678`,
    ),
  ),
});
