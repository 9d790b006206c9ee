import Type from 'typebox';
import { AddressBalances, Closed, MAXIMUM_BALANCE_ADDRESSES } from '../model/index.ts';
import { call, event } from './define.ts';

/** The balances of the profile's accounts, from their copy on this machine. */
export const BALANCE_CALLS = {
  balances: {
    /**
     * Returns the known balances of accounts at once, and reads the missing and the older ones from the nodes afterwards.
     * Addresses that are no account are passed over.
     */
    list: call(
      Closed({
        addresses: Type.Array(Type.String({ maxLength: 512 }), { maxItems: MAXIMUM_BALANCE_ADDRESSES }),
      }),
      /** With the profile whose accounts these are. */
      Closed({ profile: Type.String(), rows: Type.Array(AddressBalances) }),
    ),
    changed: event(Closed({})),
  },
} as const;
