import { describe, expect, it } from 'vitest';
import { integerFault } from '../../../../electron/crypto/payloads/typed-data/integer-fault.ts';

describe('a text that is no whole number', () => {
  it.each([
    ['12ab', 'is not a whole number: write 0x before hexadecimal digits'],
    ['AB', 'is not a whole number: write 0x before hexadecimal digits'],
    ['0x12g', 'is not a whole number: 1 to 64 hexadecimal digits follow 0x, without a sign'],
    ['latest', 'is a name and must be a whole number: write its number'],
  ])('%s has a cause of its own', (text, fault) => {
    expect(integerFault(text)).toBe(fault);
  });

  // Work that grows with the square of a text exceeds the limit of the test.
  it.each(['f', '1', '1,111', '1.', ' ', 'a-', '1e'])('a long one of “%s” is judged in time', (part) => {
    expect(integerFault(`${part.repeat(1_000_000)}~`)).toMatch(/^(?:is|has) /);
  });
});
