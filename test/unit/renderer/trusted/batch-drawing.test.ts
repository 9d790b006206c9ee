import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawBatch } from '../../../../renderer/trusted/batch-drawing.tsx';
import { PAGE_LINES } from '../../../../renderer/trusted/batch-lines.ts';
import type { AskedLine, QuestionOf } from '../../../../shared/ipc/index.ts';
import { MEANING, NAMING } from '../../meaning.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const FROM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PLACE = { From: FROM, Chain: 'Ethereum (1)' };
const line = (number: number, place: Readonly<Record<string, string>> = PLACE): AskedLine => ({
  line: number,
  body: '{}',
  before: null,
  naming: NAMING,
  meaning: {
    ...MEANING,
    operation: 'sign_transaction',
    headline: `Send 1 ETH to ${TO}`,
    decoded: {
      title: 'EIP-1559 transaction',
      fields: [],
      unexplained: [],
      summary: Object.entries({ Amount: '1 ETH', To: TO, ...place }).map(([name, value]) => ({
        name,
        value,
        kind: 'text' as const,
      })),
    },
  },
});
const asked = (lines: readonly AskedLine[]): QuestionOf<'batch'> => ({
  findings: [],
  changed: [],
  kind: 'batch',
  profile: {
    name: 'desk',
    kind: 'local',
    baseUrl: null,
    organizationId: '',
    hue: 0,
    organizationName: null,
    blindSigning: false,
  },
  key: { name: 'Workstation', publicKey: '02' },
  name: 'payroll',
  votes: null,
  sent: 0,
  lines,
});
/** The text of a drawn batch, without its folds' closed contents. */
const textOf = (lines: readonly AskedLine[]) =>
  renderToStaticMarkup(drawBatch(asked(lines)).body)
    .replace(/<[^>]*>/g, '|')
    .replaceAll('|', '');

describe('the drawing of a batch', () => {
  it('names the payer and the chain once, above the totals, when all lines share them', () => {
    const text = textOf([line(1), line(2)]);
    expect(text.startsWith(`From${FROM}OnEthereum (1)ETH`)).toBe(true);
    expect(text.split('OnEthereum (1)')).toHaveLength(2);
  });

  it('names the payer and the chain on each line when they differ', () => {
    const text = textOf([line(1), line(2, { ...PLACE, Chain: 'Base (8453)' })]);
    expect(text).toContain(`${TO}From${FROM}OnEthereum (1)`);
    expect(text).toContain(`${TO}From${FROM}OnBase (8453)`);
    expect(text).toMatch(/ETH on Ethereum \(1\).*ETH on Base \(8453\)/);
  });

  it('has a yes only when the payer and the chain of every payment are known', () => {
    expect(drawBatch(asked([line(1), line(2)])).yes).toBe('Send 2 payments');
    for (const place of [{ From: FROM }, { Chain: 'Ethereum (1)' }]) {
      expect(drawBatch(asked([line(1), line(2, place)])).yes).toBeNull();
      expect(textOf([line(1), line(2, place)])).toContain('Line 2 cannot be signed here');
    }
  });

  it('does not go to the next page before the end of this one was on the screen', () => {
    const lines = Array.from({ length: PAGE_LINES + 1 }, (_, index) => line(index + 1));
    const drawn = renderToStaticMarkup(drawBatch(asked(lines)).body);
    expect(drawn).toMatch(/<button[^>]*aria-disabled="true"[^>]*><span>Next page</);
  });

  it('begins with the changes of the chain since the last answer, and then its state', () => {
    const findings = [{ level: 'care' as const, text: 'Line 1: Nonce 7 is used already.', field: null, basis: null }];
    const changed = ['Line 1: Nonce 7 was used meanwhile.'];
    const drawn = renderToStaticMarkup(drawBatch({ ...asked([line(1)]), findings, changed }).body);
    const text = drawn.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|');
    expect(text).toContain(
      '|The chain changed after you answered|Line 1: Nonce 7 was used meanwhile.|Nothing was sent. Decide again.|',
    );
    const later = renderToStaticMarkup(drawBatch({ ...asked([line(1)]), changed, sent: 2 }).body).replace(
      /<[^>]*>/g,
      '|',
    );
    expect(later).toContain('2 lines were sent before. Decide again about the rest.');
    expect(later).not.toContain('Nothing was signed');
    expect(text).toContain('|Problems with the chain|Line 1: Nonce 7 is used already.|');
    expect(text.indexOf('Problems with')).toBeLessThan(text.indexOf('From'));
  });
});
