import { Problem } from '../../parts/problem.tsx';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Visible } from '../../ui/visible.tsx';
import { checkInLanguage } from '../../words/states.ts';
import { Section } from './section.tsx';

const SIGNS = { ok: 'check', care: 'care', problem: 'danger' } as const;
const TONES = { ok: 'proven', care: 'care', problem: 'danger' } as const;
const WORDS = { ok: 'In order', care: 'Take care', problem: 'Problem' } as const;

/** The capabilities of this machine, and its problems. */
export function Checks() {
  const { answer: report, problem, busy, again } = useAnswer('app.doctor', {});
  return (
    <Section
      title="Checks"
      text="The results of Castellan’s checks on this machine. The command “castellan doctor” says the same."
      action={
        <Button onClick={again} disabled={busy}>
          Run checks again
        </Button>
      }
    >
      {problem === null ? null : <Problem error={problem} />}
      {report === null ? null : (
        <ul aria-label="Checks">
          {report.checks.map(checkInLanguage).map((check) => (
            <li key={check.name} className={`check tone-${TONES[check.status]}`}>
              <Icon name={SIGNS[check.status]} />
              <div className="check-text">
                <strong>
                  {check.name}
                  <span className="visually-hidden">: {WORDS[check.status]}</span>
                </strong>
                <span className="soft selectable">
                  <Visible text={check.finding} />
                </span>
                {check.advice === null ? null : (
                  <span className="selectable">
                    <Visible text={check.advice} />
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
