import { useEffect, useState } from 'react';
import { type ChainState, chainName } from '../../shared/model/index.ts';
import { call, on } from '../bridge.ts';
import { go } from '../state/route.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { personWords } from '../words/person.ts';
import { problemWords } from '../words/problem.ts';
import { moment } from '../words/time.ts';

/** Each poll stamps a read with the user's key, so the wait grows by half after each one. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Reports whether a broadcast is known. Its state is polled until it is final. */
const isFollowed = (state: ChainState) =>
  state.state === 'replaced'
    ? !state.isIncluded
    : ['sent', 'notFound', 'spent', 'asked', 'included'].includes(state.state);

/**
 * Returns the state on its chain of the transaction that an activity signed, null before the first answer. Polls while
 * the state is `asked`, `sent`, `notFound`, `spent`, `replaced` or `included`, until it is final. Reads every state again when an activity changes. A
 * failed read is `unknown`. Mount it anew for another activity: the state of the last one would remain.
 */
export function useChainState(activityId: string): ChainState | null {
  const [state, setState] = useState<ChainState | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    let newest = 0;
    const poll = async (wait: number) => {
      window.clearTimeout(timer);
      newest += 1;
      const mine = newest;
      const next = await call('activities.chainState', { activityId }).catch(
        (error: unknown): ChainState => ({ state: 'unknown', problem: problemWords(error).message }),
      );
      // A later poll or the unmount has made this answer stale.
      if (mine !== newest) return;
      setState(next);
      if (!isFollowed(next) || (next.state === 'included' && next.isFinal)) return;
      timer = window.setTimeout(() => void poll(Math.min(wait * 1.5, LONGEST_WAIT_MS)), wait);
    };
    void poll(FIRST_WAIT_MS);
    const off = on('activities.changed', () => void poll(FIRST_WAIT_MS));
    return () => {
      newest += 1;
      off();
      window.clearTimeout(timer);
    };
  }, [activityId]);
  return state;
}

/**
 * Returns true when Broadcast may be offered: no broadcast is known, a node dropped it, or the state could not be read.
 * It sends the same bytes, which a chain takes once.
 */
export const isOpen = (state: ChainState | null): boolean =>
  state?.state === 'open' || state?.state === 'notFound' || state?.state === 'unknown';

/** A transaction by its chain, and by its nonce where it has one. */
interface OnChain {
  readonly chain: string;
  readonly nonce?: string;
}

/**
 * Shows the state from `useChainState` of the transaction `of`. Shows nothing before the first answer, or while no
 * broadcast was tried.
 */
export function ChainStateNotice({ state, of }: { readonly state: ChainState | null; readonly of: OnChain }) {
  const chain = chainName(of.chain);
  switch (state?.state) {
    case undefined:
      return null;
    case 'open':
      return state.failure === null ? null : (
        <Notice tone="care" title="The last broadcast failed">
          {state.failure}
        </Notice>
      );
    case 'asked':
      return (
        <Notice
          tone="care"
          title="The broadcast is not finished"
          loud
          action={<Button onClick={() => go('activities', { activityId: state.activityId })}>Show broadcast</Button>}
        >
          It waits for votes or for the service. Nothing was sent to {chain} yet.
        </Notice>
      );
    case 'sent':
      return (
        <Notice tone={state.problem === null ? 'plain' : 'care'} title={`Broadcast to ${chain}`} loud>
          {sentBy(state)}
          {state.problem === null
            ? 'It is in no block yet. Castellan looks for it until a block contains it.'
            : `Its state on the chain is not known: ${state.problem}`}
        </Notice>
      );
    case 'notFound':
      return (
        <Notice tone="care" title={`Your node of ${chain} does not have it`} loud>
          {sentBy(state)}
          {state.refusal === null
            ? 'More than ten minutes later, it is in no block and the node does not have it. '
            : `No node took it: ${state.refusal.replaceAll(of.chain, chain).replace(/\.$/, '')}. `}
          It stays valid, so a block may still include it. Do not pay again. “Broadcast again” sends the same bytes,
          which {chain} takes once.
        </Notice>
      );
    case 'included':
      return <Included state={state} chain={chain} />;
    case 'replaced':
      return <Replaced state={state} of={of} />;
    case 'spent':
      return (
        <Notice tone="care" title="Another transaction may have spent its outputs" loud>
          {state.problem}
        </Notice>
      );
    case 'nonceUsed':
      return (
        <Notice tone="care" title={`Nonce ${of.nonce} is used already`} loud>
          Another transaction of this account took the nonce, or this one was broadcast elsewhere. {chain} takes one
          transaction for each nonce. It was not broadcast again.
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger" title={`It failed on ${chain}`} loud>
          {state.problem}
        </Notice>
      );
    case 'noNode':
      return (
        <Notice
          tone="care"
          title={`The service has no node of ${chain}`}
          action={<Button onClick={() => go('settings', { section: 'network' })}>Open network settings</Button>}
        >
          It cannot broadcast this transaction. Add a node, or copy the transaction and broadcast it elsewhere.
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="care" title={`The state on ${chain} is not known`}>
          {state.problem}
        </Notice>
      );
  }
}

interface ReplacedProps {
  readonly state: Extract<ChainState, { state: 'replaced' }>;
  readonly of: OnChain;
}

/** The payment in whose place another one is, so that nothing more can be done with it. */
function Replaced({ state: { activityId, isIncluded }, of }: ReplacedProps) {
  const chain = chainName(of.chain);
  const shared = of.nonce === undefined ? 'outputs' : `nonce ${of.nonce}`;
  if (activityId === null)
    return (
      <Notice tone="care" title="A transaction from elsewhere took its place" loud>
        A block of {chain} includes another transaction with {shared}. No activity of this profile broadcast that one.
        This payment cannot be paid any more.
      </Notice>
    );
  return (
    <>
      <Notice tone="plain" title={isIncluded ? `Replaced on ${chain}` : 'Another payment took its place'} loud>
        {isIncluded
          ? `A block includes another payment with the same ${shared}. Nothing more can be done here.`
          : `Another payment with the same ${shared} was sent, and nodes keep that one. Raise its fee or cancel it there.`}
      </Notice>
      <div className="request-actions">
        <Button onClick={() => go('activities', { activityId })}>Show replacement</Button>
      </div>
    </>
  );
}

function sentBy({ by, at }: Extract<ChainState, { state: 'sent' | 'notFound' }>): string {
  return `Asked for by ${personWords(by)}. ${at === null ? '' : `Time: ${moment(at)}. `}`;
}

function Included({
  state: { block, isFinal, failed, by },
  chain,
}: {
  readonly state: Extract<ChainState, { state: 'included' }>;
  readonly chain: string;
}) {
  const reporter = by === 'node' ? 'Your node' : 'The service';
  const place = block === null ? `In a block of ${chain}` : `In block ${block} of ${chain}`;
  if (failed)
    return (
      <Notice
        tone="danger"
        title={block === null ? `It failed on ${chain}` : `It failed in block ${block} of ${chain}`}
        loud
      >
        {reporter} reports that it paid its fee and did nothing else.
      </Notice>
    );
  return isFinal ? (
    <Notice tone="plain" title={`Final on ${chain}`} loud>
      {reporter} reports it {block === null ? 'in a block' : `in block ${block}`}, which no reorganization can remove.
    </Notice>
  ) : (
    <Notice tone="plain" title={place} loud>
      {reporter} reports it there. It is not final yet: a reorganization could still remove it.
    </Notice>
  );
}
