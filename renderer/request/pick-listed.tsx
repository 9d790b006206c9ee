import type { ListedThings } from '../../shared/model/index.ts';
import { choicesByName } from '../form/choices.ts';
import type { FieldControl } from '../form/form-fields.tsx';
import { PickOne } from '../form/pick-by-name.tsx';
import { useAnswer } from '../state/use-answer.ts';
import { valueLabel } from '../words/values.ts';

interface PickListedProps {
  readonly control: FieldControl;
  readonly title: string;
  readonly of: ListedThings;
}

/** Chooses a thing whose names the service lists when the form appears. Its id is typed until then. */
export function PickListed({ control, title, of }: PickListedProps) {
  const { answer } = useAnswer('organization.listed', { of });
  const choices =
    answer === null
      ? null
      : choicesByName(
          answer.rows.map(({ id, name, provider, more }) => ({
            id,
            more,
            name: provider === null ? name : `${valueLabel(provider)}: ${name}`,
          })),
        );
  return <PickOne control={control} title={title} choices={choices} />;
}
