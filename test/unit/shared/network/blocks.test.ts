import { describe, expect, it } from 'vitest';
import { isBlock, isInBlock } from '../../../../shared/network/index.ts';

describe('blocks of addresses', () => {
  it.each([
    ['127.0.0.1', '127.0.0.0/8', true],
    ['::ffff:127.0.0.1', '127.0.0.0/8', true],
    ['128.0.0.1', '127.0.0.0/8', false],
    ['203.0.113.9', '0.0.0.0/0', true],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['127.0.0.1', '::/0', false],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['', '0.0.0.0/0', false],
    ['127.0.0.1', '127.0.0.1', false],
  ])('%s in %s: %s', (address, block, isIn) => expect(isInBlock(address, block)).toBe(isIn));

  it.each([
    '127.0.0.1',
    '127.1/8',
    '0x7f.0.0.1/8',
    '010.0.0.0/8',
    '10.0.0.0/33',
    '2001:db8::/129',
    '::ffff:127.0.0.0/104',
    '/8',
    '',
  ])('%s is none', (text) => expect(isBlock(text)).toBe(false));
});
