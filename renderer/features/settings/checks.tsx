import { useCallback, useEffect, useState } from 'react';
import type { DoctorReport } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from './section.tsx';

const SIGNS = { ok: 'check', care: 'care', problem: 'danger' } as const;
const WORDS = { ok: 'In order', care: 'Take care', problem: 'Problem' } as const;

/** What this machine has, and what is wrong with it. */
export function Checks() {
  const [report, setReport] = useState<DoctorReport | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = useCallback(async () => {
    setBusy(true);
    setProblem(null);
    try {
      setReport(await call('app.doctor', {}));
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  }, []);
  useEffect(() => void run(), [run]);
  return (
    <Section
      title="Checks"
      text="What Castellan found on this machine. The command “castellan doctor” says the same."
      action={
        <Button onClick={() => void run()} disabled={busy}>
          Run checks again
        </Button>
      }
    >
      {problem === null ? null : <Problem error={problem} />}
      {report === null ? null : (
        <ul aria-label="Checks">
          {report.checks.map((check) => (
            <li key={check.name} className={`check check-${check.status}`}>
              <Icon name={SIGNS[check.status]} />
              <div className="check-text">
                <strong>
                  {check.name}
                  <span className="visually-hidden">: {WORDS[check.status]}</span>
                </strong>
                <span className="soft selectable">{check.finding}</span>
                {check.advice === null ? null : <span className="selectable">{check.advice}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
