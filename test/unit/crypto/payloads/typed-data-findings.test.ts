import { expect, test } from 'vitest';
import { guessedRows } from '../../../../electron/crypto/payloads/typed-data-findings.ts';

const WORDS = `0x${'ab'.repeat(4)}`;

test('a message with thousands of values is read a few times for each value, not once for each pair', () => {
  const count = 8100;
  let reads = 0;
  const values = Array.from({ length: count }, (_, index) => ({
    member: 'calls',
    name: `message.calls[${index}]`,
    value: WORDS,
    get type() {
      reads += 1;
      return 'bytes';
    },
  }));
  const rows = guessedRows(values);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toEqual({ name: 'More data', value: `${count - 1} among the fields`, kind: 'text' });
  expect(rows[0]).toEqual({ name: 'Data (calls[0])', value: '4 bytes, as a call: function 0xabababab', kind: 'text' });
  expect(reads).toBeLessThanOrEqual(16 * count);
});

test('a contract is called only where data is in its own struct', () => {
  const target = (name: string) => ({ member: 'target', name, type: 'address', value: `0x${'1'.repeat(40)}` });
  const data = { member: 'data', name: 'message.calls[0].data', type: 'bytes', value: WORDS };
  const names = guessedRows([target('message.calls[0].target'), target('message.calls[1].target'), data]).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['Contract (calls[0].target)', 'Data (calls[0].data)']);
});
