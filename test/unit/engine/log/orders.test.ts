import { describe, expect, it } from 'vitest';
import { entriesInOrder } from '../../../../electron/engine/log/orders.ts';
import { atOnce } from '../../../../electron/storage/sqlite/index.ts';
import type { AuditRow } from '../../../../shared/model/index.ts';
import { entryOf } from '../../renderer/fixture-log.ts';

const missing = (sequence: number): AuditRow => ({
  ...entryOf(sequence, 0),
  at: null,
  profile: '',
  what: '',
  outcome: null,
  fault: 'missing',
});

function* rowsOf(sequences: readonly number[]): Generator<undefined, AuditRow[], undefined> {
  yield undefined;
  return sequences.map((sequence) => (sequence === 2 ? missing(sequence) : entryOf(sequence, 0)));
}

const ordered = (sequences: readonly number[], by: string, descending: boolean) =>
  atOnce(entriesInOrder(sequences, { by, descending }, rowsOf));

describe('an order of the audit log', () => {
  it('has missing entries last, both ways', () => {
    for (const by of ['time', 'what', 'profile', 'outcome'])
      for (const descending of [false, true]) expect(ordered([3, 2, 1], by, descending).at(-1)).toBe(2);
  });

  it('by number takes any length, and others refuse more than they read', () => {
    const many = Array.from({ length: 20_001 }, (_, at) => 20_001 - at);
    expect(ordered(many, 'sequence', false).slice(0, 2)).toEqual([1, 2]);
    expect(() => ordered(many, 'outcome', false)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  it('by an unknown column changes nothing', () => {
    expect(ordered([3, 2, 1], 'constructor', false)).toEqual([3, 2, 1]);
  });
});
