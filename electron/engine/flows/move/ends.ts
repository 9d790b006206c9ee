/** The two ends of a move: wallets and private keys as their services list them, in one form. */
import { AppError, sentence } from '../../../../shared/errors/index.ts';
import { ADDRESS_FORMATS, type AddressFormat, inQuotes, type ProfileRow } from '../../../../shared/model/index.ts';
import type { PrivateKey, Wallet, WalletAccount, WalletAccountParams } from '../../../../shared/operations/index.ts';
import { sameAddress } from '../../../crypto/index.ts';
import { allPages } from '../../queries/all-pages.ts';
import type { Queries } from '../../queries/queries.ts';

/** Accounts of a wallet that a move reads. A service must not fill the memory. */
const MAXIMUM_ACCOUNTS = 10_000;

/** An address of a wallet's account or of a private key. `place` names it for people. */
export interface MovedAddress {
  readonly place: string;
  readonly addressFormat: string;
  readonly address: string;
}

/** A wallet or a private key, without its addresses. */
export interface Listed {
  readonly kind: 'wallet' | 'private key';
  readonly id: string;
  readonly name: string;
  readonly exported: boolean;
  readonly imported: boolean;
  /** Ids of a private key's tags. */
  readonly tagIds: readonly string[];
  /** Null for a wallet. */
  readonly key: PrivateKey | null;
}

/** A wallet or a private key with its addresses. `accounts` has those of a wallet, in the same order. */
export interface Movable extends Listed {
  readonly addresses: readonly MovedAddress[];
  readonly accounts: readonly WalletAccountParams[];
}

/** One end of a move. */
export interface End {
  readonly profile: ProfileRow;
  /** Every wallet and private key of the organization. */
  list(): Promise<readonly Listed[]>;
  /** Adds the addresses of a wallet or private key. Throws INVALID_INPUT for a wallet with more than 10,000 accounts. */
  open(listed: Listed): Promise<Movable>;
}

export function createEnd(profile: ProfileRow, queries: Pick<Queries, 'ask'>, signal?: AbortSignal): End {
  const asking = { profile, signal };

  const accountsOf = async ({ id: walletId, name }: Listed): Promise<readonly WalletAccount[]> => {
    const { rows, isWhole } = await allPages(
      async (paginationOptions) =>
        (await queries.ask('list_wallet_accounts', { walletId, paginationOptions }, asking)).accounts,
      ({ walletAccountId }) => walletAccountId,
      { maximum: MAXIMUM_ACCOUNTS },
    );
    if (isWhole) return rows;
    throw new AppError(
      'INVALID_INPUT',
      sentence`The wallet ${inQuotes(name)} at “${profile.name}” has more than ${MAXIMUM_ACCOUNTS} accounts. It was not moved. Move it with the tools of the service.`,
    );
  };

  return {
    profile,
    async list() {
      const { wallets } = await queries.ask('list_wallets', {}, asking);
      const { privateKeys } = await queries.ask('list_private_keys', {}, asking);
      return [...wallets.map(listedWallet), ...privateKeys.map(listedKey)];
    },
    async open(listed) {
      if (listed.key !== null) return { ...listed, addresses: addressesOf(listed.key), accounts: [] };
      const accounts = await accountsOf(listed);
      return { ...listed, addresses: accounts.map(addressOf), accounts: accounts.map(paramsOf) };
    },
  };
}

/** The addresses of one end compared with those of the other. */
export interface Compared {
  /** Addresses that are the same at both ends. */
  readonly same: number;
  /** Addresses of the first end at whose place the second has another one. */
  readonly different: readonly { readonly here: MovedAddress; readonly there: string }[];
  /** Indexes of the addresses that the second end lacks. */
  readonly missing: readonly number[];
}

/** Compares each address of `here` with the one at the same place and of the same format. */
export function compareAddresses(here: Movable, there: Movable): Compared {
  const byPlace = new Map(there.addresses.map((address) => [placeOf(address), address.address]));
  const found = here.addresses.map((address, index) => ({
    here: address,
    index,
    there: byPlace.get(placeOf(address)),
  }));
  const isSame = ({ here: { addressFormat, address }, there: other = '' }: (typeof found)[number]) =>
    address === other || (isKnownFormat(addressFormat) && sameAddress(addressFormat, address, other));
  const listed = found.filter(({ there: other }) => other !== undefined);
  return {
    same: listed.filter(isSame).length,
    different: listed
      .filter((each) => !isSame(each))
      .map(({ here: address, there: other = '' }) => ({ here: address, there: other })),
    missing: found.filter(({ there: other }) => other === undefined).map(({ index }) => index),
  };
}

/** Reports whether the two are of one secret: they share the public key, or an address of an account. */
export function isOfOneSecret(here: Movable, there: Movable): boolean {
  if (here.key !== null || there.key !== null)
    return here.key !== null && here.key.curve === there.key?.curve && here.key.publicKey === there.key.publicKey;
  return compareAddresses(here, there).same > 0;
}

/** A newer service may list other formats. Their addresses are compared as text. */
const isKnownFormat = (format: string): format is AddressFormat => ADDRESS_FORMATS.some((known) => known === format);
const placeOf = ({ place, addressFormat }: MovedAddress) => `${addressFormat} ${place}`;

const listedWallet = ({ walletId, walletName, exported, imported }: Wallet): Listed => ({
  kind: 'wallet',
  id: walletId,
  name: walletName,
  exported,
  imported,
  tagIds: [],
  key: null,
});

const listedKey = (key: PrivateKey): Listed => ({
  kind: 'private key',
  id: key.privateKeyId,
  name: key.privateKeyName,
  exported: key.exported,
  imported: key.imported,
  tagIds: key.privateKeyTags,
  key,
});

const addressesOf = ({ addresses }: PrivateKey): MovedAddress[] =>
  addresses.map(({ format = '', address = '' }) => ({ place: '', addressFormat: format, address }));

const addressOf = ({ curve, path, addressFormat, address }: WalletAccount): MovedAddress => ({
  place: `${path} ${curve}`,
  addressFormat,
  address,
});

/** The account as a request creates it. Services list only values that requests may have. */
const paramsOf = ({ curve, pathFormat, path, addressFormat, name }: WalletAccount) =>
  ({
    curve,
    pathFormat,
    path,
    addressFormat,
    ...(name === undefined || name === '' ? {} : { name }),
  }) as WalletAccountParams;
