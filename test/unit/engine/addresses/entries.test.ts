import { describe, expect, it } from 'vitest';
import { areAlike, foldAddress, nearestRight } from '../../../../electron/engine/addresses/alike.ts';
import { checkedEntry } from '../../../../electron/engine/addresses/entries.ts';
import { csvOf, entriesIn, jsonOf, labelsOf, readEntries } from '../../../../electron/engine/addresses/files.ts';
import { atOnce } from '../../../../electron/storage/sqlite/index.ts';
import type { AddressEntry } from '../../../../shared/model/index.ts';

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const entry = (changed: Partial<AddressEntry> = {}): AddressEntry => ({
  address: VITALIK,
  chain: null,
  label: 'Exchange',
  note: '',
  tags: [],
  allowed: false,
  ...changed,
});
const problemOf = (given: AddressEntry) => {
  try {
    atOnce(checkedEntry(given));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('an entry of the address book', () => {
  it('is kept in the spelling of its chain, with trimmed texts and tags once each', () => {
    const given = entry({
      address: ` ${VITALIK.toLowerCase()} `,
      label: ' Exchange ',
      tags: ['hot', ' hot', ''],
      chain: 'eip155:1',
    });
    expect(atOnce(checkedEntry(given))).toEqual(entry({ tags: ['hot'], chain: 'eip155:1' }));
  });

  it.for([
    [entry({ address: VITALIK.replace('d8dA', 'd8da') }), `The nearest right one is ${VITALIK}`],
    [entry({ address: BITCOIN.replace('qar0', 'qar9') }), `The nearest right one is ${BITCOIN}`],
    [entry({ address: TRON.replace('R7N', 'R8N') }), `The nearest right one is ${TRON}`],
    [entry({ address: 'nobody' }), 'nobody is not an address of a chain that Castellan knows'],
    [entry({ chain: 'solana' }), 'The address is one of eip155, not of solana'],
    [entry({ address: VITALIK.replace('6', '\u041e') }), 'the invalid character U+041E after its first 6 characters'],
    [
      entry({ address: VITALIK.replace('6BF', 'OBG') }),
      'the character O after its first 6 characters, which is not a hexa',
    ],
    [entry({ address: VITALIK.replace('6', ' ') }), 'a space or line break after its first 6 characters. Remove it'],
    [entry({ address: VITALIK.slice(2) }), '40 hexadecimal digits without 0x. Write 0x before them'],
    [entry({ address: `bitcoin:${BITCOIN}?amount=1` }), 'a payment link with an amount'],
    [entry({ address: `base:${VITALIK}`, chain: 'eip155:1' }), 'the chain eip155:8453, but the entry names eip155:1'],
    [entry({ chain: 'Ethereum' }), 'The chain must be in CAIP-2 form: write eip155:1 for Ethereum'],
    [entry({ chain: '8453' }), 'write eip155:8453 for 8453'],
    [entry({ chain: 'Ether!' }), 'Ether! is neither a CAIP-2 chain'],
    [entry({ label: ' ' }), 'It has no label'],
    [entry({ label: '0xf39F…2266' }), 'looks like an address'],
    [entry({ label: 'to f39F...2266' }), 'looks like an address'],
    [entry({ label: `my ${TRON}` }), 'looks like an address'],
    [entry({ label: 'Exch\u202eegna' }), 'The label has invisible or direction-changing characters'],
    [entry({ tags: ['ho\u200bt'] }), 'The tag has invisible or direction-changing characters'],
    [entry({ note: 'a\u2066b' }), 'The note has invisible or direction-changing characters'],
    [entry({ tags: ['a;b'] }), 'A tag has a comma or a semicolon'],
  ] as const)('is refused in words: %#', ([given, words]) => {
    expect(problemOf(given)).toContain(words);
  });

  it.for([
    [`eth:${VITALIK}`, null, 'eip155:1'],
    [`eip155:8453:${VITALIK}`, 'eip155:8453', 'eip155:8453'],
    [`ethereum:${VITALIK}@10`, '', 'eip155:10'],
    [VITALIK.toUpperCase(), '', null],
  ] as const)('takes an address with its chain: %s', ([address, chain, kept]) => {
    expect(atOnce(checkedEntry(entry({ address, chain })))).toEqual(entry({ chain: kept }));
  });

  it('may have ordinary words and numbers as labels', () => {
    for (const label of ['Cold wallet 2', 'Müller & Söhne AG', '取引所', 'e-commerce … later', 'Q3 2026'])
      expect(problemOf(entry({ label }))).toBeNull();
  });
});

describe('addresses that look alike', () => {
  const alike = (one: string, other: string) => areAlike(foldAddress(one), foldAddress(other));
  it('have the same ends, or differ in at most two characters, whatever the letter case', () => {
    expect(alike(VITALIK, `0xd8da${'1'.repeat(32)}6045`)).toBe(true);
    expect(alike(VITALIK, `0xd8db${'1'.repeat(32)}6045`)).toBe(false);
    expect(alike(VITALIK, VITALIK.replace('BF2', 'B02'))).toBe(true);
    expect(alike(VITALIK, VITALIK.replace('d8dA6BF2', 'd0006BF0'))).toBe(false);
    expect(alike(VITALIK, VITALIK.toLowerCase())).toBe(false);
    expect(alike(BITCOIN, `bc1qar0s${'q'.repeat(30)}5mdq`)).toBe(true);
  });

  it('are no right ones for a text with a wrong checksum that no single character explains', () => {
    expect(atOnce(nearestRight(TRON.replace('R7NH', 'R8NG')))).toBeNull();
    expect(atOnce(nearestRight('hello'))).toBeNull();
  });
});

describe('a file of addresses', () => {
  const all = [
    entry({ label: '=HYPERLINK("x")', note: 'a "b",\nc', tags: ['hot', 'eu'], allowed: true, chain: 'eip155:1' }),
    entry({ address: BITCOIN, label: "'quoted", chain: 'bip122' }),
    entry({ address: TRON, label: '-minus' }),
  ];

  it('reads the same from CSV and JSON, and no cell is a formula', () => {
    expect(atOnce(csvOf(all))).toContain(`"'=HYPERLINK(""x"")"`);
    for (const text of [
      atOnce(csvOf(all)),
      atOnce(jsonOf(all)),
      `\ufeff${atOnce(csvOf(all)).replaceAll('\r\n', '\n')}`,
    ])
      expect(atOnce(entriesIn(text)).entries).toEqual(all);
    for (const line of atOnce(csvOf(all.slice(1)))
      .trim()
      .split('\r\n'))
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^[=+\-@]/);
  });

  it('says of each line that cannot be taken why, and the others are taken', () => {
    const text = [
      'label,address,allowed,colour',
      `Exchange,${VITALIK},yes,red`,
      `Twice,${VITALIK.toLowerCase()},no,`,
      `Short,${BITCOIN}`,
      `Wrong,${BITCOIN.slice(0, -1)}x,no,`,
      `Maybe,${TRON},perhaps,`,
      `"Open,${TRON},no,`,
    ].join('\n');
    const { entries, lines } = atOnce(entriesIn(text));
    expect(entries).toEqual([entry({ allowed: true })]);
    expect(lines.map(({ line, problem }) => [line, problem])).toEqual([
      [2, null],
      [3, 'The same address stands above'],
      [4, 'It has 2 cells, but the first line has 4'],
      [5, expect.stringContaining('The nearest right one is')],
      [6, 'The cell allowed is neither yes nor no; write one of them'],
      [7, 'A quotation mark is not closed'],
    ]);
  });

  it('of labels after BIP-329 keeps those of addresses and says what the others are', () => {
    const labels = [
      { type: 'addr', ref: BITCOIN, label: 'Exchange' },
      { type: 'tx', ref: 'f91d0a8a78462bc59398f2c5d7a84fcff491c26ba54c4833478b202796c8aafd', label: 'x' },
      {
        type: 'xpub',
        ref: 'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
        label: 'x',
      },
      { type: 'addr', ref: VITALIK, label: 'Not of Bitcoin' },
    ];
    const { entries, lines } = atOnce(entriesIn(labels.map((label) => JSON.stringify(label)).join('\n')));
    expect(entries).toEqual([entry({ address: BITCOIN, chain: 'bip122' })]);
    expect(lines.map(({ problem }) => problem)).toEqual([
      null,
      'It is the label of a transaction, which the address book does not store',
      'It is the label of an extended public key, which the address book does not store',
      expect.stringContaining('not of bip122'),
    ]);
    expect(atOnce(entriesIn(atOnce(labelsOf(entries)))).entries).toEqual(entries);
  });

  it.for([';', '\t'])('is read with another separator: %j', (separator) => {
    const plain = all.map((one) => ({ ...one, tags: [] }));
    const text = atOnce(csvOf(plain)).replaceAll(',\n', 'COMMA').replaceAll(',', separator).replaceAll('COMMA', ',\n');
    const { entries, lines } = atOnce(entriesIn(text));
    expect([lines.map(({ problem }) => problem), entries.map(({ label }) => label)]).toEqual([
      [null, null, null],
      all.map(({ label }) => label),
    ]);
  });

  it.for([
    ['', 'it is empty'],
    ['a;b', 'its first line has no column named address and none named label'],
    ['address,name', 'its first line has no column named label'],
    ['address,label,address', 'its first line has two columns named address'],
  ] as const)('is refused whole with its cause: %j', ([text, why]) => {
    expect(() => atOnce(entriesIn(text))).toThrow(`This address book cannot be read: ${why}.`);
  });

  it('of another kind is refused whole', () => {
    for (const text of ['', 'a,b\n1,2', '[1', '"text"'])
      expect(() => atOnce(entriesIn(text))).toThrow('This address book cannot be read');
  });
});

describe('a long file', () => {
  const rows = Array.from({ length: 15_000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')},entry ${index}`);
  const text = ['address,label', ...rows].join('\n');

  it('is read in slices that report progress, with turns for others between them', async () => {
    const reported: number[] = [];
    let turns = 0;
    const count = () => {
      turns += 1;
      if (reported.length === 0) setImmediate(count);
    };
    setImmediate(count);
    const read = await readEntries(text, { progress: ({ done }) => void reported.push(done) });
    expect(read).toEqual(atOnce(entriesIn(text)));
    expect(read.entries).toHaveLength(15_000);
    expect(turns).toBeGreaterThan(0);
    expect(reported.length).toBeGreaterThan(0);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });

  it('is left when that is asked, and nothing is taken', async () => {
    const controller = new AbortController();
    const reading = readEntries(text, { signal: controller.signal, progress: () => controller.abort() });
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('has the nearest right address sought for the first wrong ones only', () => {
    const wrong = BITCOIN.replace('qar0', 'qar9');
    const { lines } = atOnce(
      entriesIn(['address,label', ...Array.from({ length: 22 }, () => `${wrong},Cold`)].join('\n')),
    );
    const sought = lines.filter(({ problem }) => problem?.includes('nearest right one'));
    expect([lines.length, sought.length]).toEqual([22, 20]);
  });
});
