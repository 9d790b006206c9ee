import { type AskedLine, isAnswerable, type QuestionOf } from '../../shared/ipc/index.ts';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { counted } from '../words/number.ts';
import { AskedBy } from './asked-by.tsx';
import { groupOf, Lines } from './batch-drawing.tsx';
import { unplacedLines } from './batch-lines.ts';

/** Draws a group of votes: every activity that is voted on, as the lines of a batch are drawn. */
export function drawVotes(question: QuestionOf<'votes'>) {
  const lines = question.lines.map(({ line, voted }): AskedLine => ({ line, ...voted, before: null }));
  const { headline, yes, no } = wordsOf(question.approves, lines);
  const voteOn = (line: number) => question.lines.find((vote) => vote.line === line);
  const isPlaced = unplacedLines(lines).length === 0;
  return {
    headline,
    body: (
      <Lines
        {...{ question, lines }}
        facts={[{ label: 'You stamp', value: `${counted(lines.length, 'vote')}, one for each request` }]}
        under={(line) => {
          const vote = voteOn(line);
          return vote === undefined ? null : <AskedBy person={vote.voted.askedBy} profile={question.profile} />;
        }}
        beside={(line) => {
          const vote = voteOn(line);
          return vote === undefined ? null : (
            <BytesPane
              label={`Exact bytes of your vote on line ${line}`}
              text={vote.body}
              note={`${counted(vote.meaning.bodyLength, 'byte')}, stamped as they are`}
            />
          );
        }}
      />
    ),
    no,
    yes: isPlaced && isAnswerable(question) ? yes : null,
  };
}

/** The headline and the answers, whole in each form: another language has an order of its own. */
function wordsOf(approves: boolean, lines: readonly AskedLine[]) {
  const { length } = lines;
  const { isPayments, from } = groupOf(lines);
  if (approves) {
    const yes = isPayments ? `Approve ${counted(length, 'payment')}` : `Approve ${counted(length, 'request')}`;
    const headline = from === null ? yes : `Approve ${counted(length, 'payment')} from “${from}”`;
    return { headline, yes, no: 'Don’t approve' };
  }
  const yes = isPayments ? `Reject ${counted(length, 'payment')}` : `Reject ${counted(length, 'request')}`;
  const headline = from === null ? yes : `Reject ${counted(length, 'payment')} from “${from}”`;
  return { headline, yes, no: 'Don’t reject' };
}
