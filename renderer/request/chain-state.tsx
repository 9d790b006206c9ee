import { useEffect, useState } from 'react';
import { type ChainState, chainName } from '../../shared/model/index.ts';
import { call, on } from '../bridge.ts';
import { go } from '../state/route.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { problemWords } from '../words/problem.ts';
import { moment } from '../words/time.ts';

/** Each look is a stamped read, so they become rare. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

const isFollowed = ({ state }: ChainState) => state === 'sent' || state === 'asked' || state === 'included';

/** Reads the service's state of a result's transaction until it is final. Null before the first answer. */
export function useChainState(activityId: string): ChainState | null {
  const [state, setState] = useState<ChainState | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    let newest = 0;
    const look = async (wait: number) => {
      window.clearTimeout(timer);
      newest += 1;
      const mine = newest;
      const next = await call('activities.chainState', { activityId }).catch(
        (error: unknown): ChainState => ({ state: 'unknown', problem: problemWords(error).message }),
      );
      if (mine !== newest) return;
      setState(next);
      if (!isFollowed(next) || (next.state === 'included' && next.isFinal)) return;
      timer = window.setTimeout(() => void look(Math.min(wait * 1.5, LONGEST_WAIT_MS)), wait);
    };
    void look(FIRST_WAIT_MS);
    const off = on('activities.changed', () => void look(FIRST_WAIT_MS));
    return () => {
      newest += 1;
      off();
      window.clearTimeout(timer);
    };
  }, [activityId]);
  return state;
}

/** Returns true when the transaction can still be broadcast, as far as this machine knows. */
export const isOpen = (state: ChainState | null): boolean => state?.state === 'open' || state?.state === 'unknown';

/** A transaction by its chain, and by its nonce where it has one. */
interface OnChain {
  readonly chain: string;
  readonly nonce?: string;
}

/** The state of a transaction on its chain, in words. Nothing while it is open without a problem. */
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
    case 'included':
      return <Included state={state} chain={chain} />;
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

function sentBy({ by, at }: Extract<ChainState, { state: 'sent' }>): string {
  const who = by?.name ?? by?.userId;
  return `${who === undefined ? '' : `Asked for by ${who}. `}${at === null ? '' : `Time: ${moment(at)}. `}`;
}

function Included({
  state: { block, isFinal, failed },
  chain,
}: {
  readonly state: Extract<ChainState, { state: 'included' }>;
  readonly chain: string;
}) {
  const place = block === null ? `In a block of ${chain}` : `In block ${block} of ${chain}`;
  if (failed)
    return (
      <Notice
        tone="danger"
        title={block === null ? `It failed on ${chain}` : `It failed in block ${block} of ${chain}`}
        loud
      >
        The service reports that it paid its fee and did nothing else.
      </Notice>
    );
  return isFinal ? (
    <Notice tone="plain" title={`Final on ${chain}`} loud>
      The service reports it {block === null ? 'in a block' : `in block ${block}`}, which no reorganization can remove.
    </Notice>
  ) : (
    <Notice tone="plain" title={place} loud>
      The service reports it there. It is not final yet: a reorganization could still remove it.
    </Notice>
  );
}
