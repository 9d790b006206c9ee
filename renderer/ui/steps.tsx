import './steps.css';
import { Icon } from './icon.tsx';

interface StepsProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** Position of the step under way. All earlier steps are done. */
  readonly current: number;
}

/** Steps of work under way, in order. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'step step-done' : 'step'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="step-sign">{index < current ? <Icon name="check" /> : null}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  /** Null while the total is unknown. */
  readonly total: number | null;
  readonly text: string;
}

/** The progress of counted work. */
export function Progress({ label, done, total, text }: ProgressProps) {
  return (
    <div className="progress">
      <progress
        aria-label={label}
        {...(total === null || total === 0 ? {} : { value: Math.min(done, total), max: total })}
      />
      <span className="caption soft">{text}</span>
    </div>
  );
}
