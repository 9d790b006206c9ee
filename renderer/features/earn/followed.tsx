import { CopyIcon } from '../../parts/copy.tsx';
import { lookAgain, type Move, putAway, type Standing, useMoves } from '../../state/earn-moves.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { visible } from '../../ui/visible.tsx';
import { inSentence } from '../../words/labels.ts';
import { problemWords } from '../../words/problem.ts';
import type { Tone } from '../../words/status.ts';

const WORDS: Readonly<Record<Standing['state'], { readonly label: string; readonly tone: Tone }>> = {
  waiting: { label: 'Under way', tone: 'plain' },
  done: { label: 'Done', tone: 'plain' },
  failed: { label: 'Failed', tone: 'danger' },
  unknown: { label: 'Not known', tone: 'care' },
};

/** The progress of the request with that id. */
export function Followed({ requestId }: { readonly requestId: string }) {
  const move = useMoves(({ moves }) => moves.find((each) => each.requestId === requestId));
  if (move === undefined) return null;
  const { standing } = move;
  const { label, tone } = WORDS[standing.state];
  const again = <Button onClick={() => lookAgain(move)}>Look again</Button>;
  return (
    <>
      <Notice
        tone={tone}
        title={`${move.title}: ${inSentence(label)}`}
        loud
        action={isUnknown(move) ? again : undefined}
      >
        {sentenceOf(standing)}
        {standing.state === 'waiting' ? ' That goes on when you close this.' : null}
      </Notice>
      {hashOf(standing) === null ? null : (
        <span className="fact-copy">
          <WholeAddress text={hashOf(standing) ?? ''} />
          <CopyIcon what="Transaction hash" text={hashOf(standing) ?? ''} />
        </span>
      )}
    </>
  );
}

/** A line for each request of a profile that is neither done nor dismissed. */
export function MovesOf({ profile }: { readonly profile: string }) {
  const moves = useMoves((all) => all.moves);
  const open = moves.filter((move) => move.profile === profile && move.standing.state !== 'done');
  return open.length === 0 ? null : (
    <ul className="earn-moves" aria-label="Under way">
      {open.map((move) => (
        <li key={move.requestId} title={sentenceOf(move.standing)}>
          <Badge tone={WORDS[move.standing.state].tone}>{WORDS[move.standing.state].label}</Badge>
          <span className="cut">
            {visible(move.title)}
            {move.standing.state === 'failed' ? (
              <span className="soft">: {visible(sentenceOf(move.standing))}</span>
            ) : null}
          </span>
          {isUnknown(move) ? <IconButton icon="refresh" label="Look again" onClick={() => lookAgain(move)} /> : null}
          {move.standing.state === 'waiting' ? null : (
            <IconButton icon="close" label="Put away" onClick={() => putAway(move)} />
          )}
        </li>
      ))}
    </ul>
  );
}

const isUnknown = ({ standing }: Move): boolean => standing.state === 'unknown';
const hashOf = (standing: Standing): string | null => (standing.state === 'unknown' ? null : standing.hash);

function sentenceOf(standing: Standing): string {
  switch (standing.state) {
    case 'waiting':
      return 'The service accepted the transaction. Castellan looks for it until a block contains it.';
    case 'done':
      return 'The service reports it on the chain.';
    case 'failed':
      return standing.error ?? 'The service gives no reason.';
    case 'unknown':
      return `The service accepted the transaction. Its state is not known: ${problemWords(standing.problem).message}`;
  }
}
