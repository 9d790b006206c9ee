import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bitcoinReplacementRates, readSendingBitcoin, replacementBitcoin } from '../../../../electron/crypto/index.ts';
import { createBitcoinRivals } from '../../../../electron/engine/results/rivals.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { ChainState, ProfileRow } from '../../../../shared/model/index.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';

const { btc_send_transaction: operation } = OPERATIONS;
const { unsignedTransaction: FIRST, signWith, caip2 } = operation.example.parameters;
const raised = (unsigned: string) => {
  const { raise } = bitcoinReplacementRates(unsigned, signWith);
  return replacementBitcoin(unsigned, signWith, 'raise', raise ?? 0n);
};
const SECOND = raised(FIRST);
const THIRD = raised(SECOND);
/** The previous transaction, of 82 bytes. */
const PREVIOUS = FIRST.slice(FIRST.indexOf('0200000001777777')).slice(0, 164);
const hashOf = (hex: string) => {
  const once = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  return once(once(hexDecode(hex))).toString('hex');
};
const anotherPrevious = PREVIOUS.replace('7777', '7878');
/** Pays the higher fee of the second one, and spends another output. */
const OTHER = SECOND.replace(PREVIOUS, anotherPrevious).replace(hashOf(PREVIOUS), hashOf(anotherPrevious));
const UNSIGNED: Readonly<Record<string, string>> = { first: FIRST, second: SECOND, third: THIRD, other: OTHER };

const SENT: ChainState = { state: 'sent', by: null, at: null, problem: null };
const INCLUDED: ChainState = { state: 'included', block: null, isFinal: false, failed: false };
const FAILED: ChainState = { state: 'failed', problem: 'Refused.' };

const activityOf = (id: string): Activity => ({
  ...OPERATIONS.get_activity.example.response.activity,
  id,
  type: operation.activityType,
  status: 'ACTIVITY_STATUS_COMPLETED',
  result: { btcSendTransactionResult: { sendTransactionStatusId: id } } as never,
});

/** `known` are the payments of the profile, each with the state that the service reports. */
const stateOf = (id: string, known: Readonly<Record<string, ChainState>>) => {
  const cache = {
    reader: { completed: () => Object.keys(known).map((each) => ({ json: activityOf(each), at: null })) },
  };
  const findRequested = (_profile: ProfileRow, { id: of }: Activity) =>
    of === 'unknown'
      ? { why: 'Not known.' }
      : { operation, parameters: { signWith, caip2, unsignedTransaction: UNSIGNED[of] ?? '' } };
  const withRivals = createBitcoinRivals({ cache } as never, findRequested as never);
  const read = async ({ statusId }: { readonly statusId: string }) => known[statusId] as ChainState;
  return withRivals(read)({ name: 'desk' } as ProfileRow, activityOf(id), known[id] as ChainState);
};

describe('a payment on Bitcoin', () => {
  it('is replaced by one of the same outputs with a higher fee, in whichever order the service lists them', async () => {
    const state = { state: 'replaced', activityId: 'second', isIncluded: false };
    expect(await stateOf('first', { first: SENT, second: SENT })).toEqual(state);
    expect(await stateOf('first', { second: SENT, first: SENT })).toEqual(state);
    expect(await stateOf('second', { second: SENT, first: SENT })).toEqual(SENT);
  });

  it('is replaced by the one with the highest fee that did not fail', async () => {
    const of = (third: ChainState) => stateOf('first', { first: SENT, second: SENT, third });
    expect(await of(SENT)).toMatchObject({ activityId: 'third' });
    expect(await of(FAILED)).toMatchObject({ activityId: 'second' });
    expect(await stateOf('first', { first: SENT, second: FAILED, third: FAILED })).toEqual(SENT);
  });

  it('is replaced for good when a block includes the other one, also where the service calls it failed', async () => {
    const state = { state: 'replaced', activityId: 'second', isIncluded: true };
    expect(await stateOf('first', { first: SENT, second: INCLUDED })).toEqual(state);
    expect(await stateOf('first', { first: FAILED, second: INCLUDED })).toEqual(state);
    expect(await stateOf('first', { first: FAILED, second: SENT })).toEqual(FAILED);
  });

  it('counts as replaced while the state of the other one is unknown', async () => {
    const unknown: ChainState = { state: 'unknown', problem: 'No answer.' };
    expect(await stateOf('first', { first: SENT, second: unknown })).toMatchObject({ state: 'replaced' });
  });

  it('is not replaced by a payment of other outputs, or by one that cannot be read', async () => {
    expect(readSendingBitcoin(OTHER).feeSatoshi).toBe(readSendingBitcoin(SECOND).feeSatoshi);
    expect(await stateOf('first', { first: SENT, other: SENT, unknown: SENT, unread: SENT })).toEqual(SENT);
    expect(await stateOf('first', { first: INCLUDED, second: SENT })).toEqual(INCLUDED);
  });

  it('hides no failure of the service keeper', async () => {
    const gone = Promise.reject(new AppError('CANCELLED', 'Stopped.'));
    await expect(stateOf('first', { first: SENT, second: gone as never })).rejects.toThrow('Stopped.');
  });
});
