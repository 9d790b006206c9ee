/** The account whose wallet verifies a request of TON. The request itself names none. */
import { ADDRESS_TABLE } from '../../../addresses/index.ts';
import type { PayloadAround } from '../form.ts';
import { accountIn } from '../signing-account.ts';
import type { WalletRequest } from './wallets.ts';

/** The ids of the wallets that accounts have: of the basic chain and the main network, with no number of their own. */
const WALLET_IDS: Readonly<Record<WalletRequest['version'], number>> = {
  '3R2': 698_983_191,
  '4R2': 698_983_191,
  '5R1': 2_147_483_409,
};
/** The same wallet of version 5 on the test network. */
const TEST_WALLET_ID = 2_147_483_645;

export interface Payer {
  /** The signer's account with a wallet of that version. Null where the request does not show the signer. */
  readonly own: string | null;
  /** True when the signer is an address of TON, which does not show the version of its wallet. */
  readonly isVersionOpen: boolean;
  /** True when the id is that of another wallet of the key. */
  readonly isOtherWallet: boolean;
}

export function payerOf({ version, format, walletId }: WalletRequest, around: PayloadAround): Payer {
  return {
    own: accountIn(format, around),
    isVersionOpen: ADDRESS_TABLE[format].normalize(around.signWith ?? '') !== null,
    isOtherWallet: walletId.value !== WALLET_IDS[version],
  };
}

/** The chain in words. Only the ids of wallets of version 5 are made with the number of the network. */
export function chainText({ version, walletId }: WalletRequest): string {
  if (version === '5R1' && walletId.value === WALLET_IDS[version]) return 'TON, main network';
  if (version === '5R1' && walletId.value === TEST_WALLET_ID) return 'TON, test network';
  return 'TON (the message does not name the network)';
}
