import { useEffect, useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';

/** Milliseconds after the last change until main is asked. */
const PAUSE_MS = 250;

interface Settled<Name extends CallName> {
  /** The newest answer of this group, or null. It may belong to an earlier input of the group. */
  readonly value: CallOutput<Name> | null;
  /** True when the answer or the problem belongs to the present input. */
  readonly isCurrent: boolean;
  readonly problem: unknown;
  readonly again: () => void;
}

interface State<Name extends CallName> {
  readonly key: string;
  readonly group: string;
  readonly value: CallOutput<Name> | null;
  readonly problem: unknown;
}

/** Asks main a moment after the input has changed. Null asks nothing. An answer of another group is not returned. */
export function useSettled<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
  group: string,
): Settled<Name> {
  const [state, setState] = useState<State<Name> | null>(null);
  const [round, setRound] = useState(0);
  const key = input === null ? null : JSON.stringify(input);
  useEffect(() => {
    if (key === null) return undefined;
    let isNewest = true;
    const settle = (value: CallOutput<Name> | null, problem: unknown) =>
      isNewest && setState({ key, group, value, problem });
    // A second round asks the same again.
    const timer = setTimeout(
      () => {
        call(name, JSON.parse(key)).then(
          (value) => settle(value, null),
          (problem: unknown) => settle(null, problem),
        );
      },
      round === 0 ? PAUSE_MS : 0,
    );
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [name, key, group, round]);
  const isOfGroup = key !== null && state?.group === group;
  return {
    value: isOfGroup ? state.value : null,
    isCurrent: isOfGroup && state.key === key,
    problem: isOfGroup && state.key === key ? state.problem : null,
    again: () => setRound((before) => before + 1),
  };
}
