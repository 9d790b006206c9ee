import { describe, expect, it } from 'vitest';
import { plainWords } from '../../../electron/cli/mnemonic.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';

const read = (text: string) => utf8Decode(plainWords(utf8Encode(text)));

describe('the words of a mnemonic', () => {
  it.each([
    ['blanks, line ends and capitals', '  Legal\twinner\r\n\r\nTHANK\u3000year ', 'legal winner thank year'],
    ['quotes, brackets and commas', '["legal", "winner", ‘thank’, “year”]', 'legal winner thank year'],
    ['bullets', '• legal\n- winner\n* thank\n| year |', 'legal winner thank year'],
    ['marks that are not seen', '\ufefflegal\u2060 winner\u202f thank \u202ayear\u202c', 'legal winner thank year'],
    ['letters of other languages', 'ábaco  zanja', 'ábaco zanja'],
    ['no word', ' \n', ''],
  ])('are read without %s', (_what, text, words) => {
    expect(read(text)).toBe(words);
  });

  it.each([
    ['a point', '1. legal\n2. winner\n3. thank\n4. year'],
    ['a bracket or a colon', '1) legal 2) winner 3: thank 4: year'],
    ['a hash or an equals sign', '#1 legal\n#2 winner\n3=thank\n4 = year'],
    ['leading zeros', '01 legal 02 winner 03 thank 04 year'],
    ['two columns', '1. legal     3. thank\n2. winner    4. year'],
    ['a count from 0', '0 legal 1 winner 2 thank 3 year'],
  ])('are put in the order of their numbers, written with %s', (_how, text) => {
    expect(read(text)).toBe('legal winner thank year');
  });

  it.each([
    ['one that is missing', '1 legal 2 winner 4 year'],
    ['one that is there twice', '1 legal 2 winner 2 thank 3 year'],
    ['some without a number', '1 legal winner 2 thank year'],
    ['numbers that begin later', '5 legal 6 winner 7 thank 8 year'],
  ])('are refused with numbers that do not count them: %s', (_which, text) => {
    expect(() => read(text)).toThrow('the numbers do not count each word once from 1');
  });

  it('keep a number that is no number of a word, so that the checksum refuses it', () => {
    expect(read('legal winner 3000 year')).toBe('legal winner 3000 year');
  });
});
