import { describe, expect, it } from 'vitest';
import {
  findingsOf,
  leftOutOf,
  paymentOf,
  readingOrder,
  sharedPlace,
  totalsOf,
  unplacedLines,
} from '../../../../renderer/trusted/batch-lines.ts';
import type { AskedLine } from '../../../../shared/ipc/index.ts';
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { MEANING, NAMING } from '../../meaning.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const field = (name: string, value: string): DecodedField => ({ name, value, kind: 'amount' });
const finding = (level: Finding['level'], text: string): Finding => ({ level, text, field: null, basis: null });
const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ETHEREUM = 'Ethereum (1)';
const PLACE = [field('From', PAYER), field('Chain', ETHEREUM)];
const line = (number: number, amount: string, found: readonly Finding[] = [], to = TO): AskedLine => ({
  line: number,
  body: '',
  before: null,
  naming: { ...NAMING, findings: [...found] },
  meaning: {
    ...MEANING,
    headline: `Send ${amount} to ${to}`,
    decoded: {
      title: 'EIP-1559 transaction',
      fields: [],
      unexplained: [],
      summary: [field('Amount', amount), field('To', to), field('Fee at most', '0.000672 ETH'), ...PLACE],
    },
  },
});
/** The line with other rows for its payer and its chain. */
const placed = (one: AskedLine, place: readonly DecodedField[]): AskedLine => ({
  ...one,
  meaning: {
    ...one.meaning,
    decoded: one.meaning.decoded && {
      ...one.meaning.decoded,
      summary: [...one.meaning.decoded.summary.filter((row) => !PLACE.includes(row)), ...place],
    },
  },
});
const FIRST = {
  ...finding('care', `You have never signed anything for ${TO} with this profile.`),
  cause: 'first' as const,
};
const ALIKE = {
  ...finding('danger', `${TO} looks like another, but is a different address.`),
  cause: 'lookalike' as const,
};

describe('the lines in the trusted window', () => {
  it('are summed by asset, exactly, from the meanings of the vault', () => {
    expect(totalsOf([line(1, '0.1 ETH'), line(2, '0.2 ETH'), line(3, '12500 USDC')])).toEqual([
      { chain: ETHEREUM, asset: 'ETH', amount: '0.3', payments: 2, fees: '0.002016', rent: null },
      { chain: ETHEREUM, asset: 'USDC', amount: '12500', payments: 1, fees: null, rent: null },
    ]);
  });

  it('have what their sums leave out', () => {
    const withRow = (one: AskedLine, name: string, value: string): AskedLine => ({
      ...one,
      meaning: {
        ...one.meaning,
        decoded: one.meaning.decoded && {
          ...one.meaning.decoded,
          summary: [...one.meaning.decoded.summary.filter((row) => row.name !== name), field(name, value)],
        },
      },
    });
    const whole = line(1, '0.1 ETH');
    expect(leftOutOf([whole])).toEqual([]);
    const unknown = withRow(whole, 'Fee at most', 'unknown');
    const stated = withRow(whole, 'Fee at most', '0.1 ETH, as it states');
    const rent = withRow(whole, 'Rent deposit', '0.002 SOL or more for 1 token account, where there is none yet');
    const message = { ...whole, meaning: { ...whole.meaning, headline: 'Sign a message' } };
    expect(leftOutOf([whole, unknown, stated, rent, message])).toEqual([
      '1 request without one amount',
      '2 payments with an unknown fee',
      '1 rent of this amount or more',
    ]);
  });

  it('are summed apart on each chain, because equal symbols are different assets', () => {
    const base = placed(line(2, '2 ETH'), [field('From', PAYER), field('Chain', 'Base (8453)')]);
    expect(totalsOf([line(1, '1 ETH'), base]).map(({ chain, amount }) => [chain, amount])).toEqual([
      [ETHEREUM, '1'],
      ['Base (8453)', '2'],
    ]);
  });

  it('share a payer and a chain only when every line names the same', () => {
    const elsewhere = placed(line(2, '2 ETH'), [field('From', PAYER), field('Chain', 'Base (8453)')]);
    const another = placed(line(2, '2 ETH'), [field('From', TO), field('Chain', ETHEREUM)]);
    const message = { ...line(3, '1 ETH'), meaning: { ...MEANING, headline: 'Sign a message' } };
    expect(sharedPlace([line(1, '1 ETH'), line(2, '2 ETH')])).toEqual({ from: PAYER, chain: ETHEREUM });
    for (const other of [elsewhere, another, message]) expect(sharedPlace([line(1, '1 ETH'), other])).toBeNull();
  });

  it('are named when the payer or the chain is missing or not single', () => {
    const lines = [
      line(1, '1 ETH'),
      placed(line(2, '1 ETH'), [field('From', PAYER)]),
      placed(line(3, '1 ETH'), [field('Chain', ETHEREUM)]),
      placed(line(4, '1 ETH'), [...PLACE, field('Chain', 'Base (8453)')]),
    ];
    expect(unplacedLines(lines)).toEqual([2, 3, 4]);
  });

  it('are no payment where anything else happens', () => {
    const one = line(1, '1 ETH');
    expect(paymentOf(one.meaning)).toEqual({
      to: TO,
      through: null,
      from: PAYER,
      chain: ETHEREUM,
      amount: '1',
      asset: 'ETH',
    });
    expect(paymentOf({ ...one.meaning, headline: 'Let 0x11 take all USDC' })).toBeNull();
    expect(paymentOf({ ...one.meaning, decoded: null })).toBeNull();
    const summary = [field('Amount', '1 ETH'), field('Amount', '2 ETH'), field('To', TO)];
    const decoded = one.meaning.decoded === null ? null : { ...one.meaning.decoded, summary };
    expect(paymentOf({ ...one.meaning, decoded })).toBeNull();
  });

  it('on Solana pay a wallet through its token account, and are no payment where they do more', () => {
    const rows = [
      ...[field('From', '0x77'), field('Amount', '5 USDC'), field('To', '0x88'), field('To wallet', TO)],
      ...[field('Fee paid by', PAYER), field('Chain', 'Solana'), field('Fee at most', '0.000005 SOL')],
      field('Rent deposit', '0.002 SOL for 1 token account, where there is none yet, at the network’s current rent'),
    ];
    const meaning = (summary: readonly DecodedField[]) => ({
      ...MEANING,
      headline: 'Send 5 USDC to the token account 0x88; Create it',
      decoded: { title: 'Solana transaction', fields: [], unexplained: [], summary: [...summary] },
    });
    expect(paymentOf(meaning(rows))).toMatchObject({ to: TO, through: '0x88', from: PAYER, amount: '5' });
    expect(totalsOf([{ meaning: meaning(rows) }])).toMatchObject([
      { asset: 'USDC', amount: '5' },
      { asset: 'SOL', amount: '0', fees: '0.000005', rent: '0.002' },
    ]);
    const one = [
      ...[field('Amount', '5 USDC'), field('To', TO), field('From', PAYER), field('Token account', '0x88')],
      ...[field('Paying token account', '0x77'), field('Mint', '0x66'), field('Fee paid by', PAYER)],
    ];
    expect(paymentOf(meaning(one))).toMatchObject({ to: TO, through: '0x88', from: PAYER, amount: '5' });
    expect(paymentOf(meaning([...rows, field('Spender', '0x99')]))).toBeNull();
    expect(paymentOf(meaning([...rows, field('Also signs', '0x99')]))).toBeNull();
  });

  it('on Bitcoin have one recipient', () => {
    const rows = [field('From', PAYER), field('You spend', '3 BTC'), field('Amount', '2 BTC'), field('To', TO)];
    const meaning = (summary: readonly DecodedField[]) => ({
      ...MEANING,
      headline: `Send 2 BTC to ${TO}`,
      decoded: { title: 'PSBT', fields: [], unexplained: [], summary: [...summary, field('Fee', '0.1 BTC')] },
    });
    expect(paymentOf(meaning(rows))).toMatchObject({ to: TO, from: PAYER, amount: '2', asset: 'BTC' });
    expect(totalsOf([{ meaning: meaning(rows) }])).toMatchObject([{ asset: 'BTC', amount: '2', fees: '0.1' }]);
    expect(
      paymentOf(meaning(rows.map((row) => (row.name === 'Amount' ? { ...row, name: 'They get' } : row)))),
    ).toBeNull();
    for (const more of [field('To', PAYER), field('Gets', '1 BTC'), field('Data', 'ab')])
      expect(paymentOf(meaning([...rows, more]))).toBeNull();
  });

  it('with findings come first, and repeats name each other', () => {
    const lines = [
      line(1, '1 ETH', [], '0x11'),
      line(2, '2 ETH', [FIRST]),
      line(3, '3 ETH', [ALIKE], '0x22'),
      line(4, '2 ETH'),
      { ...line(5, '4 ETH'), before: { at: 0, outcome: null } },
      { ...line(6, '5 ETH'), before: { unknown: 'The archive is missing.' } },
    ];
    const findings = findingsOf(lines);
    expect(findings.map((found) => found?.short ?? null)).toEqual([
      ...[null, 'first payment, same as line 4', 'look-alike address', 'same as line 2', 'signed before'],
      'earlier signature unknown',
    ]);
    expect(findings[2]).toMatchObject({ level: 'danger', texts: [ALIKE.text] });
    expect(readingOrder(findings)).toEqual([2, 1, 3, 4, 5, 0]);
  });

  it('keep a sentence of the vault whole, whatever words it has', () => {
    const text = 'It looks like a transaction. You have never signed anything for it.';
    expect(findingsOf([line(1, '1 ETH', [finding('care', text)])])).toEqual([
      { level: 'care', short: null, texts: [text] },
    ]);
  });
});
