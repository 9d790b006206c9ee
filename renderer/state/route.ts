import { create } from 'zustand';
import type {
  AccountRow,
  AddressRow,
  EarnRow,
  PrivateKeyRow,
  StoredSecret,
  WalletListRow,
} from '../../shared/model/index.ts';
import type { AccountsSection } from './accounts-sections.ts';
import type { OrganizationSection } from './organization-sections.ts';

/** The places of the frame. `app/places.tsx` describes each. */
export type Place =
  | 'inbox'
  | 'send'
  | 'accounts'
  | 'history'
  | 'sign'
  | 'activities'
  | 'audit'
  | 'organization'
  | 'earn'
  | 'operations'
  | 'webhooks'
  | 'addresses'
  | 'station'
  | 'settings';

/** A place with a list, or a section of Accounts with rows of its own. */
export type ListPlace = Place | Exclude<AccountsSection, 'accounts'>;

/** The two parts of the place Webhooks. */
export type WebhookView = 'endpoints' | 'bench';

/** The actions on vaults that earn. */
export type EarnAct = 'deposit' | 'withdraw' | 'claim' | 'deploy';

/** A request whose known parameters are filled in. */
export interface AskedOperation {
  readonly title: string;
  /** The name of a declared activity. */
  readonly operation: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Members of the parameters that are known, by path with `*` for list positions. The form leaves them out. */
  readonly fixed: readonly string[];
  /** Members that are left out of the request while they have these values. */
  readonly today: Readonly<Record<string, unknown>>;
  /** The effect of the request in words, if the form cannot say it. Null for nothing. */
  readonly about: string | null;
}

/** The object of an export. */
export type ExportedObject =
  | { readonly kind: 'account'; readonly account: AccountRow }
  | { readonly kind: 'wallet'; readonly wallet: WalletListRow }
  | { readonly kind: 'private key'; readonly key: PrivateKeyRow }
  /** One request for all of them. */
  | { readonly kind: 'secret'; readonly secrets: readonly StoredSecret[] };

/** A signer: an account, or one address of a private key, which is in no wallet. `walletId` is the id of either. */
export type SigningAccount = Pick<
  AccountRow,
  'name' | 'walletId' | 'walletName' | 'address' | 'addressFormat' | 'curve' | 'caip2Prefix'
>;

/** The dialog above the place. */
export type DialogRoute =
  | { readonly name: 'palette' }
  | { readonly name: 'shortcuts' }
  /** About the place below. */
  | { readonly name: 'help' }
  | { readonly name: 'news' }
  | { readonly name: 'create-wallet' }
  /** Of the kind, or of the kind of the draft. `started` is the completed activity that started it, if votes were needed. */
  | { readonly name: 'import'; readonly kind: 'wallet' | 'key' | 'secret' | null; readonly started?: string }
  /** For the user, or one that the dialog chooses. */
  | { readonly name: 'add-passkey'; readonly userId: string | null }
  /** Moves the wallet, or one that the dialog chooses. */
  | { readonly name: 'move'; readonly walletId: string | null }
  | { readonly name: 'add-accounts'; readonly walletId: string | null }
  | { readonly name: 'address'; readonly entry: AddressRow | null; readonly address: string }
  | { readonly name: 'take-addresses' }
  | { readonly name: 'add-endpoint' }
  | { readonly name: 'sign-delivery' }
  /** With the selected position, unless the dialog chooses it. */
  | { readonly name: 'earn'; readonly act: EarnAct; readonly row: EarnRow | null }
  | { readonly name: 'operation'; readonly asked: AskedOperation }
  | { readonly name: 'export'; readonly of: ExportedObject }
  /** Chooses the account of a wallet to export. */
  | { readonly name: 'export-account'; readonly wallet: Pick<WalletListRow, 'walletId' | 'walletName'> }
  | { readonly name: 'reveal'; readonly activityId: string };

/** A full page of the organization, in place of its sections. `id` is null for a new policy, and for a user to choose. */
export type OrganizationPage =
  | { readonly name: 'policy'; readonly id: string | null }
  | { readonly name: 'access'; readonly id: string | null }
  | { readonly name: 'leaving'; readonly id: string | null }
  /** `without` is a member who is taken out at first. */
  | { readonly name: 'quorum'; readonly without: string | null }
  /** Without an id a new limit. A limit that nothing names is bound to a policy. */
  | { readonly name: 'limit'; readonly id: string | null; readonly isBinding: boolean };

/** The operator's position in the window, as one value. */
export interface Route {
  /** `connect` is a page instead of the frame. */
  readonly place: Place | 'connect';
  /** The new profile of that page: of a service elsewhere, or of the vault on this machine. */
  readonly connecting: 'service' | 'local';
  /**
   * The account being viewed, with which the next signature starts. A copy of the row: a list that changes never swaps
   * it.
   */
  readonly account: AccountRow | null;
  /** The address of a private key with which the next signature starts, in place of the account. Null for none. */
  readonly signingKey: SigningAccount | null;
  readonly accountsSection: AccountsSection;
  /** The wallet and the private key being viewed. Copies of their rows. */
  readonly wallet: WalletListRow | null;
  readonly privateKey: PrivateKeyRow | null;
  /** True while the details of the account or the private key show the address to receive at. */
  readonly isReceiving: boolean;
  /** True while Send shows a batch. */
  readonly isMany: boolean;
  readonly activityId: string | null;
  /** The number of the entry of the audit log being viewed. */
  readonly logEntry: number | null;
  /** The id of the transaction being viewed. */
  readonly transaction: number | null;
  /** The earning position being viewed. A copy of the row. */
  readonly earning: EarnRow | null;
  /** The entry of the address book that is looked at. */
  readonly entry: AddressRow | null;
  /** The section of the organization, and the id of the row being viewed there. */
  readonly organizationSection: OrganizationSection;
  readonly organizationRow: string | null;
  /** True until the section began its primary action, which the palette asked for. */
  readonly isActWanted: boolean;
  readonly webhookView: WebhookView;
  /** The endpoint and the delivery being viewed, by their ids. */
  readonly endpointId: string | null;
  readonly deliveryId: string | null;
  /** The delivery whose record the bench compares with. */
  readonly benchDelivery: string | null;
  readonly organizationPage: OrganizationPage | null;
  /** The section of the settings to scroll to, by its title in lowercase. */
  readonly section: string | null;
  /** The name of the chosen operation. */
  readonly operation: string | null;
  /** The search text of each place's list. */
  readonly search: Readonly<Partial<Record<ListPlace, string>>>;
  readonly dialog: DialogRoute | null;
}

const START: Route = {
  place: 'accounts',
  connecting: 'service',
  account: null,
  signingKey: null,
  accountsSection: 'accounts',
  wallet: null,
  privateKey: null,
  isReceiving: false,
  isMany: false,
  activityId: null,
  logEntry: null,
  transaction: null,
  earning: null,
  entry: null,
  organizationSection: 'users',
  organizationRow: null,
  isActWanted: false,
  webhookView: 'endpoints',
  endpointId: null,
  deliveryId: null,
  benchDelivery: null,
  organizationPage: null,
  section: null,
  operation: null,
  search: {},
  dialog: null,
};

export const useRoute = create<Route>(() => START);

/**
 * Goes to a place and closes the dialog above the old one. `to` may also select an item there. Accounts begins with the
 * accounts.
 */
export function go(
  place: Route['place'],
  to: Partial<
    Pick<
      Route,
      'account' | 'signingKey' | 'isReceiving' | 'activityId' | 'entry' | 'transaction' | 'section' | 'connecting'
    >
  > = {},
): void {
  useRoute.setState({
    place,
    section: null,
    isActWanted: false,
    connecting: 'service',
    ...(place === 'accounts' ? { accountsSection: 'accounts' } : {}),
    ...(to.account === undefined ? {} : { signingKey: null }),
    // A payment from an account is one payment, also after a batch.
    ...(place === 'send' && (to.account ?? to.signingKey) !== undefined ? { isMany: false } : {}),
    ...to,
    dialog: null,
  });
}

export function selectAccount(account: AccountRow | null): void {
  useRoute.setState({ account, signingKey: null });
}

/** Shows a section of Accounts. */
export function showAccountsSection(accountsSection: AccountsSection): void {
  useRoute.setState({ accountsSection });
}

export function selectWallet(wallet: WalletListRow | null): void {
  useRoute.setState({ wallet });
}

export function selectPrivateKey(privateKey: PrivateKeyRow | null): void {
  useRoute.setState({ privateKey });
}

/** Shows or hides the address to receive at. */
export function toggleReceiving(): void {
  useRoute.setState(({ isReceiving }) => ({ isReceiving: !isReceiving }));
}

/** Sends many payments from a table, or one. */
export function sendMany(isMany: boolean): void {
  useRoute.setState({ isMany });
}

export function selectActivity(activityId: string | null): void {
  useRoute.setState({ activityId });
}

export function selectEntryOfLog(logEntry: number | null): void {
  useRoute.setState({ logEntry });
}

export function selectTransaction(transaction: number | null): void {
  useRoute.setState({ transaction });
}

export function selectEarning(earning: EarnRow | null): void {
  useRoute.setState({ earning });
}

export function selectEntry(entry: AddressRow | null): void {
  useRoute.setState({ entry });
}

/** Shows a section of the organization, with a search of its rows. */
export function showSection(organizationSection: OrganizationSection, search = ''): void {
  useRoute.setState((route) => ({
    organizationSection,
    organizationRow: null,
    organizationPage: null,
    isActWanted: false,
    search: { ...route.search, organization: search },
  }));
}

/** Shows a section of the organization, which then begins its primary action. */
export function beginSectionAct(name: OrganizationSection): void {
  showSection(name);
  go('organization');
  useRoute.setState({ isActWanted: true });
}

export function selectOrganizationRow(organizationRow: string | null): void {
  useRoute.setState({ organizationRow });
}

export function showWebhooks(webhookView: WebhookView): void {
  useRoute.setState({ webhookView });
}

export function selectEndpoint(endpointId: string): void {
  useRoute.setState({ endpointId, deliveryId: null });
}

export function selectDelivery(deliveryId: string | null): void {
  useRoute.setState({ deliveryId });
}

/** Shows the bench. Bodies are compared with the record of the delivery, or with none. */
export function openInBench(benchDelivery: string | null): void {
  useRoute.setState({ webhookView: 'bench', benchDelivery });
}

/** Opens a page of the organization, or goes back to its sections. */
export function showOrganizationPage(organizationPage: OrganizationPage | null): void {
  useRoute.setState({ organizationPage });
}

export function selectOperation(operation: string | null): void {
  useRoute.setState({ operation });
}

export function setSearch(list: ListPlace, text: string): void {
  useRoute.setState((route) => ({ search: { ...route.search, [list]: text } }));
}

export function openDialog(dialog: DialogRoute): void {
  useRoute.setState({ dialog });
}

export function closeDialog(): void {
  useRoute.setState({ dialog: null });
}

/** Clears the view of the previous profile. */
export function resetRoute(): void {
  useRoute.setState(START);
}
