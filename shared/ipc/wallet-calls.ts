import Type from 'typebox';
import { Closed, PrivateKeyRow, WalletDetail, WalletListRow } from '../model/index.ts';
import { call, event, job } from './define.ts';
import { ListOf, PageInOrder } from './page-of-rows.ts';
import { Percent } from './transfer-calls.ts';

const Nothing = Closed({});

/** The calls about the wallets and the private keys behind the accounts. */
export const WALLET_CALLS = {
  /** The wallets from the copy of the accounts. `accounts.refresh` reads them again. */
  wallets: {
    list: call(Closed(PageInOrder), ListOf(WalletListRow)),
    /** Throws NOT_FOUND for a wallet that is not listed. */
    get: call(Closed({ walletId: Type.String({ minLength: 1, maxLength: 64 }) }), WalletDetail),
    changed: event(Nothing),
  },
  /** The private keys that belong to no wallet, from their copy on this machine. */
  privateKeys: {
    list: call(Closed(PageInOrder), ListOf(PrivateKeyRow)),
    refresh: job(Nothing, Percent, Closed({ keys: Type.Integer() })),
    changed: event(Nothing),
  },
} as const;
