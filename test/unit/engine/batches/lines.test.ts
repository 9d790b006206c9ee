import { describe, expect, it } from 'vitest';
import { hasCommaFractions } from '../../../../electron/engine/batches/amounts.ts';
import { readLine, withRepeats } from '../../../../electron/engine/batches/lines.ts';
import { tableIn } from '../../../../electron/engine/batches/table.ts';
import { atOnce } from '../../../../electron/storage/sqlite/index.ts';
import { textOf } from '../../../../shared/errors/index.ts';
import type { ReviewedLine } from '../../../../shared/model/index.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const CONTEXT = {
  ...({ chain: 'eip155:1', hasMemo: false, isOpen: true } as const),
  assets: [
    { token: null, symbol: 'ETH', decimals: 18 },
    { token: USDC, symbol: 'USDC', decimals: 6 },
  ],
};

const read = (text: string, columns: Parameters<typeof tableIn>[0]['columns'] = null) =>
  atOnce(tableIn({ text, columns }, CONTEXT));
const linesOf = (text: string) => {
  const { lines } = read(text);
  const context = { ...CONTEXT, hasCommas: hasCommaFractions(lines) };
  return withRepeats(lines.map((line) => readLine(line, context)));
};
const only = (text: string): ReviewedLine => {
  const [line] = linesOf(text);
  if (line === undefined) throw new Error('no line');
  return line;
};
/** The reason why a payment of that amount is refused. */
const problemOf = (amount: string) => only(`to;amount;asset\n${TO};${amount};USDC`).findings[0]?.text;

describe('a table', () => {
  it('has its columns recognised, and lines with the numbers of the file', () => {
    const { columns, lines } = read(
      `Recipient,Amount,Currency,Invoice,Colour\n\n${TO},2,USDC,"a\nb",red\n${TO},3,,,\n`,
    );
    expect(columns.map(({ as }) => as)).toEqual(['to', 'amount', 'asset', 'note', 'ignore']);
    expect(columns[1]).toEqual({ header: 'Amount', as: 'amount', sample: '2' });
    expect(lines.map(({ line, cells }) => [line, cells?.amount, cells?.note])).toEqual([
      [3, '2', 'a\nb'],
      [5, '3', ''],
    ]);
  });

  it('is read as a spreadsheet in German writes it, with the separator on a line before the headers', () => {
    const headers = 'Empfa\u0308nger;Betrag;W\u00e4hrung;Verwendungszweck';
    const { columns, lines } = read(`\ufeffsep=;\r\n${headers}\r\n\r\n${TO};2.5;USDC;Rechnung 7\r\n`);
    expect(columns.map(({ as }) => as)).toEqual(['to', 'amount', 'asset', 'note']);
    expect(lines.map(({ line, cells }) => [line, cells?.amount, cells?.note])).toEqual([[4, '2.5', 'Rechnung 7']]);
    expect(read(`\n\nto,amount\n${TO},1`).lines).toMatchObject([{ line: 4, cells: { to: TO, amount: '1' } }]);
  });

  it('is read by the columns that the operator confirmed', () => {
    const { lines } = read(`a,b\n${TO},2`, ['to', 'amount']);
    expect(lines[0]?.cells).toEqual({ to: TO, amount: '2' });
    expect(() => read(`a,b\n${TO},2`, ['to'])).toThrow('its columns are not those that were confirmed');
  });

  it('is refused when two of its columns have one name or one confirmed meaning', () => {
    expect(() => read(`to,amount,To\n${TO},2,${TO}`)).toThrow('two of its columns are named to. Rename or remove one');
    expect(() => read(`a,b\n${TO},2`, ['to', 'to'])).toThrow('two of its columns have the same meaning');
    expect(read(`${','.repeat(2)}\n1,2,3`).columns).toHaveLength(3);
  });

  it('leaves the choice between columns of one meaning to the operator', () => {
    const text = `to,Amount,Value,currency,token,name,note\n${TO},2,3,ETH,USDC,a,b`;
    const unread = read(text);
    expect(unread.columns.map(({ as }) => as)).toEqual([
      'to',
      'ignore',
      'ignore',
      'ignore',
      'ignore',
      'note',
      'ignore',
    ]);
    expect(unread.lines).toMatchObject([
      { cells: null, problem: 'Choose between the columns “Amount”, “Value” first' },
    ]);
    expect(unread.problems.map(textOf)).toEqual([
      'The columns “Amount”, “Value” may mean the same. Choose one of them under Columns, or remove the others.',
      'The columns “currency”, “token” may mean the same. Choose one of them under Columns, or remove the others.',
    ]);
    // One choice leaves the other one open.
    const half = read(text, ['to', 'ignore', 'amount', 'ignore', 'ignore', 'note', 'ignore']);
    expect([half.problems.length, half.lines[0]?.cells]).toEqual([1, null]);
    const whole = read(text, ['to', 'ignore', 'amount', 'ignore', 'asset', 'note', 'ignore']);
    expect(whole).toMatchObject({ problems: [], lines: [{ cells: { amount: '3', asset: 'USDC' } }] });
    // Another meaning for one of them is a choice too: neither is the message.
    const noted = read(`to,amount,text,message\n${TO},3,a,b`, ['to', 'amount', 'note', 'ignore']);
    expect(noted).toMatchObject({ problems: [], lines: [{ cells: { amount: '3', note: 'a' } }] });
  });

  it.each([
    ['addresses and amounts', `${TO},1.5,ETH\n${TO},2,ETH`],
    ['a note that is also a header', `${TO},1.5,invoice\n${TO},2,b`],
    ['an address with wrong capitals', `${TO.replace('F', 'f')},1\n${TO},2`],
    ['amounts in German', '\ufeffanna.eth;1,5\r\nben.eth;2'],
    ['an amount with its asset', 'anna.eth,5 ETH\nben.eth,2'],
    ['bytes', '0x02f0,a\n0x02f1,b'],
    ['a digest', `${'ab'.repeat(32)}\n${'cd'.repeat(32)}`],
  ])('keeps the first line of a CSV with %s, which names no columns', (_, text) => {
    const { columns, headerLine, lines, problems } = read(text);
    expect([headerLine, lines.map(({ line }) => line)]).toEqual([null, [1, 2]]);
    expect(columns.every(({ header, as }) => header === '' && as === 'ignore')).toBe(true);
    expect(problems.map(textOf)).toEqual(['No line names the columns. Choose the meaning of each one under Columns.']);
  });

  it('has every payment of a CSV without a header once its columns are chosen', () => {
    const { headerLine, lines, problems } = read(`${TO},1.5\n${USDC},2\n${TO},3`, ['to', 'amount']);
    expect([headerLine, problems]).toEqual([null, []]);
    expect(lines.map(({ line, cells }) => [line, cells?.amount])).toEqual([
      [1, '1.5'],
      [2, '2'],
      [3, '3'],
    ]);
  });

  it('names the line that is read as its header, and says so when it may be something to sign', () => {
    expect(read(`\nto,amount,2024\n${TO},1,x`)).toMatchObject({ headerLine: 2, problems: [], lines: [{ line: 3 }] });
    const unsure = read('hello world,a\ngood morning,b', ['message', 'note']);
    expect([unsure.headerLine, unsure.lines.length]).toEqual([1, 1]);
    expect(unsure.problems.map(textOf)).toEqual([
      'Line 1 is read as the names of the columns, so it is not signed. If it is one of your lines, write a line of column names above it.',
    ]);
    expect(read(JSON.stringify([{ a: 'b' }]))).toMatchObject({ headerLine: null, problems: [] });
  });

  it('is refused when it is one JSON object, or has no lines, with the reason', () => {
    const object = 'it starts with a JSON object instead of a list. Put its objects into square brackets';
    expect(() => read(JSON.stringify({ to: TO, amount: '1' }))).toThrow(object);
    expect(() => read(` {"to":"${TO}","amount":"1"}\n{"to":"${TO}","amount":"2"}`)).toThrow(object);
    expect(() => read(' []')).toThrow('it is an empty list');
    expect(() => read('to,amount\n')).toThrow('its line 1 names the columns, and no line follows');
  });

  it('shows what is written in each line that cannot be read', () => {
    const list = JSON.stringify([7, null, 'x', { amount: '1' }, { to: TO, amount: 2 }]);
    const json = linesOf(list).map(({ given }) => given);
    expect(json.slice(0, 4)).toEqual(['7', 'null', '"x"', '{"amount":"1"}']);
    expect(json[4]).toContain(TO);
    const csv = `to,amount,message\n${TO},1\n,2,\n,3,"open`;
    expect(linesOf(csv).map(({ given }) => given)).toEqual([`${TO}, 1`, ', 2, ', ', 3, open']);
    expect(only(`to,transaction\n,zz`)).toMatchObject({ what: null, given: 'zz' });
  });

  it('may be a JSON list, whose amounts are text', () => {
    const lines = linesOf(JSON.stringify([{ to: TO, amount: '2' }, { to: TO, amount: 2 }, 7]));
    expect(lines.map(({ what }) => what?.kind ?? null)).toEqual(['payment', null, null]);
    expect(lines[1]?.findings[0]?.text).toBe('Its member amount is not text in quotes.');
  });

  it('keeps a line that cannot be read, with its reason and its number', () => {
    const lines = linesOf(`to,amount\n${TO},1,2\n${TO},"1\n`);
    expect(lines.map(({ line, findings }) => [line, findings[0]?.level, findings[0]?.text])).toEqual([
      [2, 'danger', 'It has 3 cells, but the first line has 2.'],
      [3, 'danger', 'A quotation mark is not closed.'],
    ]);
  });

  it('is refused as a whole when it is empty, no list, or too long', () => {
    expect(() => read(' \n')).toThrow('it is empty');
    expect(() => read('[{"to":')).toThrow('This table cannot be read');
    const row = `${TO},1\n`;
    expect(read(`to,amount\n${row.repeat(5_000)}`).lines).toHaveLength(5_000);
    expect(() => read(`to,amount\n${row.repeat(5_001)}`)).toThrow('it has more than 5000 lines. Split the file');
    expect(() => read('a'.repeat(1024 * 1024 + 1))).toThrow('it has more than 1048576 characters');
  });
});

describe('a line', () => {
  it('is a payment in the smallest unit of its asset', () => {
    expect(only(`to,amount,asset,note\n${TO.toLowerCase()},1250.50,usdc,inv 7`)).toMatchObject({
      line: 2,
      note: 'inv 7',
      findings: [],
      what: { kind: 'payment', to: TO, token: USDC, symbol: 'USDC', units: '1250500000' },
    });
    expect(only(`to,amount\n${TO},0.000000000000000001`).what).toMatchObject({ symbol: 'ETH', units: '1' });
  });

  it.each([
    ['1,000', '“1,000” can be read as 1000 and as 1.000. Write 1000 or 1.000.'],
    ['0,125', '“0,125” has a comma before its fraction. Write a point there: 0.125.'],
    [
      '1.000,50',
      '“1.000,50” has separators of thousands. Write digits only, with a point before the fraction: 1000.50.',
    ],
    ['1 000', '“1 000” has separators of thousands. Write digits only, with a point before the fraction: 1000.'],
    ['-5', '“-5” is negative. Write a positive amount, or take the line out.'],
    ['1e3', '“1e3” has an exponent, and a spreadsheet may have rounded it. Write all of its digits.'],
    ['0', 'Its amount is zero. Write more than zero, or take the line out.'],
    ['1.0000001', '1.0000001 has more than the 6 decimals of USDC. Write fewer.'],
    ['', 'It has no amount. Write it with digits, such as 1250.50.'],
  ])('with the amount %j is refused: %s', (amount, problem) => {
    expect(problemOf(amount)).toBe(problem);
  });

  it('with an address of another chain, a wrong checksum or an invisible character is refused', () => {
    const problem = (to: string) => only(`to,amount\n${to},1`).findings[0]?.text;
    expect(problem('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatch(/^Its address is of Bitcoin.*Ethereum\./);
    expect(problem(`0xF39F${TO.slice(6)}`)).toContain(`Compare it with its source: ${TO}.`);
    expect(problem(`${TO.slice(0, 9)}\u202e${TO.slice(9)}`)).toBe(
      'Its address has an invisible character: <U+202E>. Write it without.',
    );
    expect(problem('Coinbase')).toContain('“Coinbase” is not an address.');
  });

  it('with spaces in its address names the address without them', () => {
    const spaced = `${TO.slice(0, 2)} ${TO.slice(2, 6)}  ${TO.slice(6)}`;
    expect(only(`to,amount\n${spaced},1`).findings[0]?.text).toContain(
      `This address has spaces in it. Remove them and compare it with its source: ${TO}.`,
    );
    expect(only(`to,amount\n0x12 34,1`).findings[0]?.text).toMatch(/Enter 0x and 40 hexadecimal digits/);
  });

  it.each([
    ...['1.250,50', '0,5', '1.250.50', '0,125', '1.234.567.890', '1.250.000,500'],
    ...['1.250,50 €', '-5,50', '1 250,50'],
  ])('with a point is read in one way, beside an amount as %s', (other) => {
    const lines = linesOf(`to;amount\n${TO};${other}\n${TO};1.000\n${TO};1.0000\n${TO};0.125`);
    expect(lines.map(({ what }) => (what?.kind === 'payment' ? what.units : null))).toEqual([
      ...[null, null, '1000000000000000000', '125000000000000000'],
    ]);
    expect(lines[1]?.findings[0]?.text).toMatch(/^“1.000” can be read as 1000 and as 1.000, .* Write 1000 or 1.0000.$/);
    expect(only(`to,amount\n${TO},1.000`).what).toMatchObject({ units: '1000000000000000000' });
  });

  it('of a JSON list may have a note that is no text', () => {
    const item = { to: TO, amount: '1', note: 7, paid: false, asset: null, lines: [1] };
    expect(only(JSON.stringify([item]))).toMatchObject({ note: '7', what: { units: '1000000000000000000' } });
    expect(only(JSON.stringify([{ ...item, amount: 1 }])).findings[0]?.text).toBe(
      'Its member amount is not text in quotes.',
    );
  });

  it('has one recipient, transaction or message', () => {
    expect(only('message\nhello').what).toEqual({ kind: 'message', message: 'hello', headline: '' });
    expect(only('transaction\n0x02C0').what).toEqual({
      kind: 'transaction',
      unsignedTransaction: '02c0',
      headline: '',
    });
    expect(only('transaction,message\nxyz,').findings[0]?.text).toContain('is not hexadecimal');
    expect(only(`to,message\n${TO},hello`).findings[0]?.text).toContain('more than one');
    expect(only(`to,amount,note\n,1,x`).findings[0]?.text).toContain('no recipient');
  });

  it('names the line that it repeats', () => {
    const found = linesOf(`to,amount\n${TO},1\n${TO},2\n${TO.toLowerCase()},1.0`).map(({ findings }) => findings[0]);
    expect(found).toEqual([
      { level: 'care', short: 'Same as line 4', text: 'Line 4 repeats line 2.' },
      undefined,
      { level: 'care', short: 'Same as line 2', text: 'Line 4 repeats line 2.' },
    ]);
  });
});
