import { type AskedLine, isAnswerable, type QuestionOf } from '../../shared/ipc/index.ts';
import { BytesPane } from '../ui/bytes-pane.tsx';
import { counted } from '../words/number.ts';
import { AskedBy } from './asked-by.tsx';
import { groupOf, Lines } from './batch-drawing.tsx';
import { unplacedLines } from './batch-lines.ts';

/** Draws a group of votes: every activity that is voted on, as the lines of a batch are drawn. */
export function drawVotes(question: QuestionOf<'votes'>) {
  const verb = question.approves ? 'Approve' : 'Reject';
  const lines = question.lines.map(({ line, voted }): AskedLine => ({ line, ...voted, before: null }));
  const { what, from } = groupOf(lines);
  const voteOn = (line: number) => question.lines.find((vote) => vote.line === line);
  const isPlaced = unplacedLines(lines).length === 0;
  return {
    headline: `${verb} ${what}${from}`,
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
    no: `Don’t ${verb.toLowerCase()}`,
    yes: isPlaced && isAnswerable(question) ? `${verb} ${what}` : null,
  };
}
