import { describe, expect, it } from 'vitest';
import { statedOutpoints } from '../../../../electron/crypto/index.ts';
import { spentOutputs } from '../../../../electron/engine/batches/nonces.ts';
import { cellsOf, provenOf } from '../../../../electron/engine/batches/result-file.ts';
import { outcomesOf } from '../../../../electron/engine/batches/states.ts';
import type { StoredBatch, StoredLine } from '../../../../electron/engine/batches/store.ts';
import type { Results } from '../../../../electron/engine/results/results.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { ChainState, LineState, ProfileRow } from '../../../../shared/model/index.ts';
import type { Activity } from '../../../../shared/operations/index.ts';
import { draftOf, keyOf, writeDraft } from '../../crypto/transactions/bitcoin/drafts.ts';

const CHAIN = 'bip122:000000000019d6689c085ae165831e93';
const FROM = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('the outputs that other lines spend', () => {
  const psbt = writeDraft(draftOf(['P2WPKH', 'P2TR'], keyOf(1, ['P2WPKH']).publicKey));
  const outputs = statedOutpoints(psbt).map(({ outpoint }) => outpoint);
  const line = (number: number, unsignedTransaction: string) =>
    ({
      line: number,
      payment: { family: 'bitcoin', chain: CHAIN, from: FROM },
      parameters: { signWith: FROM, unsignedTransaction },
    }) as unknown as StoredLine;
  const batch = (...lines: readonly StoredLine[]) => ({ name: 'payroll', lines }) as unknown as StoredBatch;
  const payer = { chain: CHAIN, from: FROM };
  const as =
    (state: LineState) =>
    ({ lines }: StoredBatch) =>
      lines.map((each) => ({ line: each, state, activityId: null, fingerprint: null }));

  it('are those of each line that the service may not know yet', () => {
    expect(outputs).toHaveLength(2);
    for (const state of ['open', 'waiting', 'unproven', 'givenUp'] as const)
      expect(spentOutputs([batch(line(2, psbt))], payer, as(state))).toEqual(outputs);
    for (const state of ['left', 'failed', 'signed'] as const)
      expect(spentOutputs([batch(line(2, psbt))], payer, as(state))).toEqual([]);
  });

  it('are those of all lines of a batch whose contents are wrong', () => {
    const unread = () => {
      throw new AppError('STATE_FILE_CORRUPT', 'Other contents.');
    };
    expect(spentOutputs([batch(line(2, psbt))], payer, unread)).toEqual(outputs);
    const fault = () => {
      throw new TypeError('a fault');
    };
    expect(() => spentOutputs([batch(line(2, psbt))], payer, fault)).toThrow('a fault');
  });

  it('are not guessed for a line whose transaction cannot be read', () => {
    const damaged = batch(line(2, psbt), line(3, 'ff'));
    expect(() => spentOutputs([damaged], payer, as('open'))).toThrow(
      'Line 3 of the batch “payroll” has no transaction that can be read. Nothing was signed.',
    );
  });
});

it('a line is not signed again when its file gave another number to a line of the journal', () => {
  const line = { line: 102, requestId: '1', begun: false, operation: 'sol_send_transaction', payment: null };
  const batch = { id: 'b1', lines: [line] } as unknown as StoredBatch;
  const stateIn = (lines: number[]) => {
    const journal = { get: () => null, linesOf: () => lines, ofLine: () => [], signedBefore: () => null };
    return outcomesOf(batch, { journal, activity: () => null }).map(({ state }) => state);
  };
  expect(stateIn([2])).toEqual(['open']);
  expect(stateIn([102])).toEqual(['left']);
  expect(stateIn([])).toEqual(['left']);
});

describe('the result of a signed line that the service sends', () => {
  const handedOver = { signed: null, proof: null, problem: null, comparedWith: 'asked', handedOver: {} };
  const cells = (chainState: () => Promise<ChainState>, result: object = handedOver) =>
    cellsOf(
      {
        line: { line: 2, what: 'Send', note: '', payment: { chain: CHAIN } } as unknown as StoredLine,
        state: 'signed',
        activityId: '1',
        fingerprint: 'sha256:00',
      },
      {
        profile: {} as ProfileRow,
        activities: { find: async () => ({ id: '1', fingerprint: 'sha256:00' }) as Activity },
        results: { of: async () => result as unknown as Awaited<ReturnType<Results['of']>>, chainState },
      },
    );
  const transactionId = 'ab'.repeat(32);

  it('has its hash, and no problem once it was sent', async () => {
    const sent = { state: 'sent', by: null, at: null, problem: null, transactionId } as const;
    const included = { state: 'included', block: '1', isFinal: true, failed: false, transactionId } as const;
    for (const state of [sent, included])
      expect(await cells(async () => state)).toMatchObject({ status: 'signed', hash: transactionId, problem: '' });
  });

  it('has its problem instead of a hash when its state cannot be read', async () => {
    const unreadable = () => Promise.reject(new AppError('SERVICE_UNREACHABLE', 'The service did not answer.'));
    expect(await cells(unreadable)).toMatchObject({ hash: '', problem: 'The service did not answer.' });
  });

  const STATES: readonly [ChainState, string][] = [
    [{ state: 'open', failure: null }, 'No broadcast of it is known.'],
    [{ state: 'open', failure: 'The node refused it.' }, 'The node refused it.'],
    [{ state: 'asked', activityId: '2' }, 'Its broadcast waits for votes.'],
    [{ state: 'included', block: null, isFinal: true, failed: true }, 'it failed, so it only paid its fee.'],
    [{ state: 'nonceUsed' }, 'Another transaction may have replaced it'],
    [{ state: 'replaced', activityId: '2', isIncluded: false }, 'Another payment took its place'],
    [{ state: 'replaced', activityId: null, isIncluded: true }, 'includes another transaction in its place'],
    [{ state: 'spent', problem: 'Its outputs are spent.' }, 'Its outputs are spent.'],
    [{ state: 'noNode' }, 'it is not known whether it was paid'],
    [{ state: 'failed', problem: 'Its blockhash expired.' }, 'Its blockhash expired.'],
    [{ state: 'unknown', problem: 'No answer.' }, 'No answer.'],
  ];
  it.each(STATES)('has the problem of a payment that may not be made: %o', async (state, problem) => {
    expect((await cells(async () => state)).problem).toContain(problem);
  });

  it('has no hash of a result that is not proven', async () => {
    const sent = async () => ({ state: 'sent', by: null, at: null, problem: null, transactionId }) as const;
    expect(await cells(sent, { ...handedOver, handedOver: null })).toMatchObject({
      hash: '',
      problem: 'The result is not proven.',
    });
  });
});

describe('an activity', () => {
  it('of another request is not the result of a line', async () => {
    const [id, fingerprint] = ['1', 'sha256:00'];
    const parts = {
      profile: {} as ProfileRow,
      activities: { find: async () => ({ id, fingerprint: 'sha256:11' }) as Activity },
      results: {
        of: () => Promise.reject(new Error('not compared')),
        chainState: () => Promise.reject(new Error('not asked')),
      },
    };
    expect(await provenOf({ activityId: id, fingerprint }, parts)).toEqual({
      hash: '',
      signed: '',
      isWrong: true,
      problem: 'The service answered with the activity of another request.',
    });
  });
});
