import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';

/** The contract's calls about payments and balances. */
export const paymentHandlers = ({
  payments,
  replacements,
  balances,
  profiles,
}: Engine): Pick<MainHandlers, 'payments' | 'balances'> => ({
  payments: {
    assets: ({ chain }) => ({ assets: payments.assets(chain) }),
    recipients: async ({ chain, search }) => ({ rows: await payments.recipients(chain, search) }),
    recipient: ({ chain, address }) => payments.recipient(chain, address),
    quote: (wanted) => payments.quote(wanted),
    compose: (payment) => payments.compose(payment),
    example: (payment) => payments.example(payment),
    replacement: async ({ activityId }) => ({ offer: await replacements.offer(activityId) }),
    async replace({ activityId, act, fee }) {
      const { requestId } = await replacements.prepare(activityId, act, fee);
      return { requestId };
    },
  },
  balances: {
    async list({ addresses }) {
      const { name: profile } = profiles.get();
      return { profile, rows: [...(await balances.list(addresses))] };
    },
  },
});
