import { Buffer } from 'node:buffer';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../electron/main/redactor.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256);
const buffer = Buffer.from(key);

describe('the redactor of the log', () => {
  it.for([
    ['hex', buffer.toString('hex')],
    ['base64', buffer.toString('base64')],
    ['base64url', buffer.toString('base64url')],
    ['base58', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['numbers', [...key].join(', ')],
    ['an inspected buffer', inspect(buffer)],
    ['an inspected array', inspect(key).replace(/^.*\[/, '').replace(']', '')],
    ['a mnemonic', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
  ] as const)('takes out a key written as %s', ([, text]) => {
    const clean = redact(`before ${text} after`);
    expect(clean).toContain('[redacted]');
    for (let at = 0; at + 12 <= text.length; at += 1) expect(clean).not.toContain(text.slice(at, at + 12));
  });

  it('keeps ordinary words', () => {
    expect(redact('The database could not be opened: SQLITE_FULL at open-records.js:12:3')).toBe(
      'The database could not be opened: SQLITE_FULL at open-records.js:12:3',
    );
  });

  it('cuts long text', () => expect(redact('ab '.repeat(1000)).length).toBeLessThan(500));
});
