import type { Given, QuestionOf } from '../../shared/ipc/index.ts';
import { Segments } from '../ui/choices.tsx';
import { moment } from '../words/time.ts';

/** The fate of the key that opens an export. */
export type Life = 'destroy' | NonNullable<Given['keep']>;

const CHOICES = [
  { value: 'destroy', label: 'Destroyed' },
  { value: 'day', label: 'Kept 1 day' },
  { value: 'week', label: 'Kept 7 days' },
  { value: 'month', label: 'Kept 30 days' },
] as const;

/** Returns the default choice. */
export const firstLife = ({ keptUntil }: Pick<QuestionOf<'reveal'>, 'keptUntil'>): Life =>
  keptUntil === null ? 'destroy' : 'chosen';

/** Reports whether further exports of the same request follow, which the same key opens. */
export const hasNext = ({ place }: Pick<QuestionOf<'reveal'>, 'place'>): boolean =>
  place !== null && place.at < place.of;

interface KeyLifeProps extends Pick<QuestionOf<'reveal'>, 'keptUntil'> {
  /** A list of exports has a key for each. */
  readonly many?: boolean;
  readonly value: Life;
  readonly onChange: (value: Life) => void;
}

/** Lets the operator keep the key that opens an export for a while. An earlier choice is not extended. */
export function KeyLife({ keptUntil, many = false, value, onChange }: KeyLifeProps) {
  const choices =
    keptUntil === null
      ? CHOICES
      : ([{ value: 'chosen', label: `Kept until ${moment(keptUntil)}` }, CHOICES[0]] as const);
  return (
    <Segments<Life>
      label={many ? 'Afterwards, the keys that open these exports are' : 'When this closes, the key that opens it is'}
      value={value}
      choices={choices}
      onChange={onChange}
      help={
        value === 'destroy'
          ? `After that nobody can open ${many ? 'these exports' : 'this export'} again.`
          : `Until then ${many ? 'they' : 'this export'} can be opened again. Then ${many ? 'each' : 'the'} key is destroyed.`
      }
    />
  );
}
