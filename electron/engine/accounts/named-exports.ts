import { OPERATIONS } from '../../../shared/operations/index.ts';
import { intentOf, readActivity } from '../../client/index.ts';

const ACCOUNT = OPERATIONS.export_wallet_account;
const WALLET = OPERATIONS.export_wallet;

/** The types of the activities that export a wallet or one of its accounts. */
export const EXPORT_TYPES = [ACCOUNT.activityType, WALLET.activityType];

/** The wallet or the account that an activity exports. The address is in lowercase: services take it in any case. */
export type NamedExport = { readonly walletId: string } | { readonly address: string };

/** Returns the object of a cached export. Null for another activity, and for a damaged row of the cache. */
export function namedExport(json: unknown): NamedExport | null {
  try {
    const activity = readActivity(json);
    const memberOf = (operation: typeof ACCOUNT | typeof WALLET, member: string) => {
      if (activity.type !== operation.activityType) return null;
      const intent = intentOf(activity, operation.intentMember) as Readonly<Record<string, unknown>> | undefined;
      const value = intent?.[member];
      return typeof value === 'string' ? value : null;
    };
    const walletId = memberOf(WALLET, 'walletId');
    if (walletId !== null) return { walletId };
    const address = memberOf(ACCOUNT, 'address');
    return address === null ? null : { address: address.toLowerCase() };
  } catch {
    return null;
  }
}
