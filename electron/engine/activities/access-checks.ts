import type { AccessReport } from '../../../shared/model/index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import { probeRequest, readProbes } from './access-probes.ts';
import { NO_CHANGE, type PolicyTrials } from './policy-trials.ts';

/** The check of the requests that a user may make. */
export interface AccessChecks {
  /** Tries requests of a user that are never sent. Throws what trials and queries throw. */
  check(userId: string, checking?: Checking): Promise<AccessReport>;
}

interface Checking {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

interface AccessParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly policyTrials: Pick<PolicyTrials, 'compare'>;
}

export function createAccessChecks({ profiles, queries, policyTrials }: AccessParts): AccessChecks {
  return {
    async check(userId, { signal, progress } = {}) {
      const asking = { profile: profiles.get(), ...(signal && { signal }) };
      const { probes, untried } = await readProbes(queries, asking);
      const decisions = await policyTrials.compare(
        probes.map((probe) => probeRequest(probe, userId)),
        NO_CHANGE,
        { ...asking, progress: (done) => progress?.(done, probes.length) },
      );
      return {
        trials: probes.map(({ act, key }, at) => {
          const decision = decisions[at]?.before;
          return decision === undefined ? { act, key, outcome: 'unknown', by: [] } : { act, key, ...decision };
        }),
        untried,
      };
    },
  };
}
