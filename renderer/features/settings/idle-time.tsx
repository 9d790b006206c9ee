import { IDLE_MINUTES } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { SelectField } from '../../ui/field.tsx';
import { ListProblems } from './list-problems.tsx';

const OFFERED: readonly number[] = [IDLE_MINUTES.least, 2, IDLE_MINUTES.usual, 10, 15, 30, IDLE_MINUTES.most];

/** The idle time after which the vault locks. The confirmation window asks before it changes. */
export function IdleTimeSetting() {
  const { answer, problem } = useAnswer('vault.idleTime', {}, 'documents.changed');
  const choosing = useAction((minutes: number) => call('vault.setIdleTime', { minutes }));
  const confirming = useAction(() => call('vault.confirmIdleTime', {}));
  const minutes = answer?.minutes ?? IDLE_MINUTES.usual;
  const choices = [...new Set([...OFFERED, minutes])].sort((one, other) => one - other);
  return (
    <>
      <ListProblems problem={problem} confirming={confirming} removal={choosing.problem} />
      {problem !== null || answer === null ? null : (
        <SelectField
          label="Lock when nobody is at this computer for"
          help="The vault also locks with the screen and when this computer sleeps."
          value={String(minutes)}
          choices={choices.map((each) => ({ value: String(each), label: each === 1 ? '1 minute' : `${each} minutes` }))}
          onChange={(chosen) => void choosing.run(Number(chosen))}
        />
      )}
    </>
  );
}
