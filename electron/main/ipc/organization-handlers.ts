import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';
import { policyAround } from './shapes.ts';

type Handlers = Pick<MainHandlers, 'organization' | 'factors' | 'access' | 'policies'>;

/** The contract's calls about the organization, its users' power and its policies. */
export const organizationHandlers = ({ organization, accessChecks, policyTrials, titledTrials }: Engine): Handlers => ({
  organization: {
    get: () => organization.get(),
    refresh: (_input, counting) => organization.refresh(counting),
    listed: async ({ of }) => ({ rows: await organization.listed(of) }),
  },
  factors: {
    refresh: (_input, counting) => organization.refreshFactors(counting),
  },
  access: {
    check: ({ userId }, { signal, progress }) =>
      accessChecks.check(userId, {
        signal,
        progress: (done, total) => progress({ done, total, text: 'Trying requests' }),
      }),
  },
  policies: {
    async around(_input, { signal }) {
      const { facts } = await policyTrials.organization({ signal });
      return policyAround(facts);
    },
    async try({ policy, ...wanted }, { signal, progress }) {
      const tried = (done: number) => progress({ done, total: wanted.activities, text: 'Trying activities' });
      return { trials: await titledTrials(policy, wanted, { signal, progress: tried }) };
    },
  },
});
