import type { Choice } from '../ui/field.tsx';

export interface Named {
  readonly id: string;
  readonly name: string;
  /** Distinguishes things of the same name. By default the id does. */
  readonly more?: string | null;
}

/** Returns ids as choices by name. Two things of the same name get a distinction. */
export function choicesByName(named: readonly Named[]): readonly Choice<string>[] {
  const times = new Map<string, number>();
  for (const { name } of named) times.set(name, (times.get(name) ?? 0) + 1);
  return named.map(({ id, name, more }) => ({
    value: id,
    label: times.get(name) === 1 ? name : `${name} (${more ?? id})`,
  }));
}
