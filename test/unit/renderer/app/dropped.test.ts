import { expect, it } from 'vitest';
import { TAKERS, takersOf } from '../../../../renderer/app/dropped.ts';

it.each([
  ['a table of payments', 'a.csv', 'to,amount,asset\n0x1,1,ETH\n', ['many']],
  ['a table with other names', 'a.txt', 'Recipient;Value\n', ['many']],
  ['a JSON list of payments', 'a.json', '[{"to":"0x1","amount":"1"}]', ['many']],
  ['an address book', 'book.csv', 'address,label\n', ['addresses', 'many']],
  ['a raw HTTP request', 'hook.txt', 'POST /hook HTTP/1.1\r\nHost: x\r\n', ['bench', 'sign']],
  ['headers alone', 'headers', 'Content-Type: application/json\n', ['bench', 'sign']],
  ['typed data', 'a.json', '{"types":{},"primaryType":"Mail"}', ['sign']],
  ['other JSON', 'a.json', '{"event":"x"}', ['bench', 'sign']],
  ['a container', 'a.castellan', '{"format":"castellan-container"}', ['container']],
  ['a keystore', 'key.json', '{"version":3,"Crypto":{"kdf":"scrypt"}}', ['keystore']],
  ['a backup', 'castellan-2026-11-28.backup', '\u0000\u0001', ['backup']],
  ['a transaction in hex', 'tx.hex', '0x02f001', ['sign', 'many']],
  ['an empty file', 'a', '', ['sign', 'many']],
])('%s is offered to the places that can take it', (_, name, start, takers) => {
  expect(takersOf({ name, isPixels: false }, start)).toEqual(takers);
});

it('gives a container to the station', () => {
  expect(TAKERS.container).toMatchObject({ label: 'Open in Offline station', field: 'container' });
});

it('offers a picture to the places that read QR codes', () => {
  expect(takersOf({ name: 'code.png', isPixels: true }, '')).toEqual(['sign', 'pictures']);
});
