import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PolicyAround } from '../../../../shared/model/index.ts';
import type { OrganizationFacts } from '../../../../shared/policy-language/index.ts';
import { job } from '../../../bridge.ts';
import { isCancelled } from '../../../words/problem.ts';

export interface Around {
  /** Undefined until the service has answered. */
  readonly facts: OrganizationFacts | undefined;
  readonly problem: unknown;
  readonly again: () => void;
}

/** Reads the organization around a policy from the service. Leaving the page cancels the read. */
export function useAround(policyId: string | null): Around {
  const [read, setRead] = useState<{ readonly around: PolicyAround | null; readonly problem: unknown }>({
    around: null,
    problem: null,
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    job('policies.around', {}, { signal: controller.signal }).then(
      (around) => setRead({ around, problem: null }),
      (problem: unknown) => isCancelled(problem) || setRead({ around: null, problem }),
    );
    return () => controller.abort();
  }, [attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const { around, problem } = read;
  const facts = useMemo(() => (around === null ? undefined : factsOf(around, policyId)), [around, policyId]);
  return { facts, problem, again };
}

/** A policy is compared with the others alone. */
const factsOf = ({ addresses, policies, ...lists }: PolicyAround, policyId: string | null): OrganizationFacts => ({
  ...lists,
  addresses: addresses === null ? null : new Set(addresses),
  policies: policies.filter((policy) => policy.policyId !== policyId),
});
