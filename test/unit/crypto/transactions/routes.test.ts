import { describe, expect, test } from 'vitest';
import { routeFindings } from '../../../../electron/crypto/transactions/routes.ts';

const TO = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const isRoute = (memo: string) => routeFindings(memo, 'memo', 'aabbcc').length > 0;

describe('a memo that has a payment passed on is an instruction', () => {
  test.each([
    ...[`=:ETH.ETH:${TO}`, `=:e:${TO}`, `s:e:${TO}`, `SWAP:ETH.ETH:${TO}`, `"=:e:${TO}"`, ` =:e:${TO}`, `=<:e:${TO}`],
    ...[
      '+:BTC.BTC',
      '+:b',
      'a:b',
      '-:BTC.BTC:10000',
      'wd:b:1',
      '%:BTC.BTC',
      'd:BTC.BTC',
      `~:name:btc:${TO}`,
      'm=<:1:2',
    ],
    ...['n:odin:THOR:x', 'name:odin:BTC:x', `lo:e:${TO}`, `x:${TO}:eyJ`, 'POOL+', 'trade+:thor1x', 'LEAVE:thor1x'],
    ...[
      'bond:thor1x',
      'rebond:a:b:5',
      `$+:e:${TO}`,
      '{"forward":{"receiver":"osmo1x"}}',
      '[1,2]',
      'eyJmb3J3YXJkIjp7fX0=',
    ],
    ...[TO, `ethereum:${TO}`, `SWAP|ETH|${TO}`, 'osmo1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5helwsw'],
    ...['transfer/channel-0:osmo1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5helwsw', `{"invoice":"${TO}"}`, '{"id":5,"wasm":{}}'],
  ])('%s', (memo) => expect(isRoute(memo)).toBe(true));
});

describe('a memo for people or for the account at an exchange is none', () => {
  test.each([
    ...['104027391', 'UID 10293847', 'Invoice 5', 'invoice: 2026-11', 'ref:12345', 'order-5', 'Bond payment 2026'],
    ...[
      's: thanks',
      'a: b',
      'add: milk',
      'bond: 5% coupon',
      'donate: thanks!',
      'out: 5 pm',
      'name: Bob',
      'n:5',
      'a:2026',
    ],
    ...['+41 79 555', '- first', '=)', ':-)', '[urgent] pay', 'hello world', 'https://service.example', ''],
    ...['{"invoice":5}', '{ "order_id": "A-5", "note": "thanks" }', `Refund from ${TO}`],
  ])('%s', (memo) => expect(isRoute(memo)).toBe(false));
});
