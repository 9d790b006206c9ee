import { Fragment, useEffect, useRef } from 'react';
import { type ChainReading, ENDPOINT_CHAINS } from '../../../shared/model/index.ts';
import { earlierSentence, earlierWords, inSentence, missingOf } from '../../../shared/words/index.ts';
import { call } from '../../bridge.ts';
import { sayProblem } from '../../parts/problem.tsx';
import { historyList } from '../../state/lists.ts';
import { go } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { standstill } from '../../words/readings.ts';

/**
 * Returns the local vault's progress in reading each chain. Refreshes the list when a chain reaches its newest block or
 * its beginning.
 */
export function useReadings(): readonly ChainReading[] {
  const { answer } = useAnswer('history.readings', {}, 'history.readingsChanged');
  const rows = answer?.rows ?? [];
  const settled = rows.flatMap(({ chain, isCurrent, earlier }) => [
    ...(isCurrent ? [chain] : []),
    ...(isCurrent && earlier === null ? [`${chain} whole`] : []),
  ]);
  const before = useRef<readonly string[] | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = settled;
    if (known !== null && settled.some((each) => !known.includes(each))) void historyList.refresh.start({});
  });
  return rows;
}

/**
 * Shows stalled chains, the progress through the blocks before the accounts were followed, and gaps in the blocks that
 * were read.
 */
export function Readings({ readings }: { readonly readings: readonly ChainReading[] }) {
  return readings.map((reading) => (
    <Fragment key={reading.chain}>
      <Reading reading={reading} />
      <Lacking reading={reading} />
    </Fragment>
  ));
}

/** A line for each gap. Reading continues, but the gap stays. */
function Lacking({ reading }: { readonly reading: ChainReading }) {
  return missingOf(reading).map(({ kind, title, sentence }) => (
    <div key={kind} className="reading-lack">
      <p className="selectable">
        {title}. <span className="soft">{sentence}</span>
      </p>
      {kind === 'untraced' ? (
        <Button kind="quiet" onClick={openNetwork}>
          Name a node
        </Button>
      ) : null}
    </div>
  ));
}

const openNetwork = () => go('settings', { section: 'network' });

function Reading({ reading }: { readonly reading: ChainReading }) {
  const { chain, problem, earlier } = reading;
  const pause = (paused: boolean) => {
    const known = ENDPOINT_CHAINS.find((each) => each === chain);
    if (known !== undefined) call('history.pause', { chain: known, paused }).catch(sayProblem);
  };
  if (problem !== null)
    return (
      <div className="list-problem">
        <Notice
          tone="care"
          title={standstill(reading)}
          action={<Button onClick={openNetwork}>Open network settings</Button>}
        >
          <p className="selectable">
            <Visible text={inSentence(problem)} />
          </p>
        </Notice>
      </div>
    );
  if (earlier === null) return null;
  return (
    <div className="list-problem">
      <Notice
        tone={earlier.problem === null ? 'plain' : 'care'}
        title={earlierWords(chain, earlier)}
        action={
          earlier.isPaused ? (
            <Button onClick={() => pause(false)}>Resume</Button>
          ) : (
            <Button onClick={() => pause(true)}>Pause</Button>
          )
        }
      >
        <p className="selectable">
          <Visible text={earlierSentence(earlier)} />
        </p>
      </Notice>
    </div>
  );
}
