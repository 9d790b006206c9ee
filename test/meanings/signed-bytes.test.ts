import { hex, offChain, SIGNER, solanaSignIn, transfer, twofold, utf8 } from '../unit/crypto/payloads/forms/builder.ts';
import { publicBytes, solanaKey, solanaMessage, solanaText } from '../unit/crypto/transactions/solana/builder.ts';
import { corpus, payload } from './corpus.ts';

const UNHASHED = { signWith: SIGNER, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
const bytes = (digits: string) => payload('PAYLOAD_ENCODING_HEXADECIMAL', digits, UNHASHED);
const text = (message: string) => payload('PAYLOAD_ENCODING_TEXT_UTF8', message, UNHASHED);
const second = publicBytes(solanaKey(2));

corpus('signed-bytes-solana', {
  'the message of a legacy transaction': bytes(hex(solanaMessage(transfer))),
  'the message of a transaction of version 0': bytes(hex(solanaMessage({ ...transfer, version: 0 }))),
  'the message of a transaction that another account signs': bytes(
    hex(solanaMessage({ ...transfer, keys: [second, ...transfer.keys.slice(1)] })),
  ),
  'the message of a transaction with bytes behind it': bytes(
    hex(solanaMessage({ ...transfer, version: 0 }), utf8('more')),
  ),
  'the message of a transaction that ends early': bytes(hex(solanaMessage(transfer).subarray(0, -1))),
  'a transaction with its empty signature slot': bytes(solanaText(transfer)),
  'an off-chain message of the first layout': bytes(hex(offChain.first('Hello'))),
  'an off-chain message of version 0': bytes(hex(offChain.version0('Grüße', { format: 1 }))),
  'an off-chain message of version 1': bytes(hex(offChain.version1('Hello'))),
  'an off-chain message of other signers': bytes(hex(offChain.version0('Hello', { signers: [second] }))),
  'an off-chain message whose text is not of its format': bytes(hex(offChain.version0('Grüße'))),
  'an off-chain message with bytes behind it': bytes(hex(offChain.version0('Hello'), utf8('!'))),
  'an off-chain message of a version that is not known': bytes(hex(offChain.version1('Hello').fill(2, 16, 17))),
  'an off-chain message that two layouts fit': bytes(hex(twofold())),
  'an off-chain header inside other bytes': bytes(hex(Buffer.of(0xf0), offChain.version1('Hello'))),
  'a sign-in of Solana inside an off-chain message': bytes(hex(offChain.version1(solanaSignIn()))),
  'a sign-in of Solana': text(solanaSignIn()),
  'a sign-in of Solana in hexadecimal digits': bytes(hex(utf8(solanaSignIn()))),
  'a sign-in of Solana to another domain': text(solanaSignIn({ 'https://service.example': 'https://evil.example' })),
  'a sign-in of Solana whose statement names another domain': text(
    solanaSignIn({ 'I accept the Terms of Service.': 'Swap at evil.example' }),
  ),
  'a sign-in of Solana of another account': text(
    solanaSignIn({ [SIGNER]: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' }),
  ),
  'a sign-in of Solana without members': text(solanaSignIn().split('\n').slice(0, 2).join('\n')),
  'a sign-in of Solana that a name asks for': text(solanaSignIn({ 'service.example wants': 'The Service wants' })),
  'a sign-in behind another line': text(`Hello\n${solanaSignIn()}`),
  'a sign-in of a chain without a rule': text(solanaSignIn({ Solana: 'Cardano' })),
  'a text of letters in hexadecimal digits': bytes(hex(utf8('I own this account.'))),
  'bytes of no known form': bytes('f1f2f3f4f5'),
  'bytes as long as a hash': bytes('f1'.repeat(32)),
  'bytes as long as a hash that are hashed once more': payload('PAYLOAD_ENCODING_HEXADECIMAL', 'f1'.repeat(32), {
    hashFunction: 'HASH_FUNCTION_SHA256',
  }),
});
