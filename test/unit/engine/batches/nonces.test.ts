import { expect, it } from 'vitest';
import { usedNonce } from '../../../../electron/engine/batches/nonces.ts';
import type { StoredBatch, StoredLine } from '../../../../electron/engine/batches/store.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { LineState } from '../../../../shared/model/index.ts';
import { OTHER } from './tables.ts';

it('nonces of other batches count before those that a node gives', () => {
  const line = {
    line: 2,
    payment: { family: 'ethereum', chain: 'eip155:1', nonce: '9' },
    parameters: { signWith: OTHER },
  };
  const batch = { name: 'payroll', lines: [line] } as unknown as StoredBatch;
  const payer = { chain: 'eip155:1', from: OTHER.toLowerCase() };
  const as = (state: LineState) => () => [
    { line: line as unknown as StoredLine, state, activityId: null, fingerprint: null },
  ];
  for (const state of ['open', 'waiting', 'signed', 'unproven', 'givenUp'] as const)
    expect(usedNonce([batch], payer, as(state))).toEqual({ next: 10n, name: 'payroll' });
  for (const state of ['left', 'failed'] as const) expect(usedNonce([batch], payer, as(state))).toBeNull();
  expect(usedNonce([batch], { ...payer, chain: 'eip155:10' }, as('signed'))).toBeNull();
  const unread = () => {
    throw new AppError('STATE_FILE_CORRUPT', 'Other contents.');
  };
  expect(usedNonce([batch], payer, unread)).toEqual({ next: 10n, name: 'payroll' });
});
