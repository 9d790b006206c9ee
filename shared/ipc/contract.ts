import Type from 'typebox';
import {
  AccountRow,
  ActivityDetail,
  AddressEntry,
  AddressRow,
  BOOK_FORMATS,
  ChainReading,
  ChosenRows,
  Closed,
  CredentialRow,
  EarnRow,
  ENDPOINT_CHAINS,
  EndpointRow,
  HISTORY_FORMATS,
  HistoryDetail,
  HistoryLine,
  InterfaceRow,
  KEY_STORES,
  KnownModule,
  LIMITS,
  MAXIMUM_BOOK_TEXT,
  MAXIMUM_ENDPOINT_ADDRESS,
  Meaning,
  Naming,
  NearAddress,
  TakenLine,
  TokenAt,
  TokenFacts,
  TokenKeyChoice,
  TokenKeyFacts,
  UnsettledRequest,
  UUID_PATTERN,
  WalletRow,
} from '../model/index.ts';
import { ACTIVITY_CALLS } from './activity-calls.ts';
import { BALANCE_CALLS } from './balance-calls.ts';
import { BATCH_CALLS } from './batch-calls.ts';
import { call, event, job } from './define.ts';
import { DELIVERY_CALLS } from './delivery-calls.ts';
import { DRAFT_CALLS } from './draft-calls.ts';
import { KEY_CALLS } from './key-calls.ts';
import { LOG_CALLS } from './log-calls.ts';
import { Opened } from './opened.ts';
import { ORGANIZATION_CALLS } from './organization-calls.ts';
import { ListOf, PageInOrder, PageOfRows, RefreshedAt } from './page-of-rows.ts';
import { PAYMENT_CALLS } from './payment-calls.ts';
import { PROFILE_CALLS, ProfileName, ServiceUrl } from './profile-calls.ts';
import { AppState, DoctorReport, Preferences } from './state.ts';
import { STATION_CALLS } from './station-calls.ts';
import { Percent, TRANSFER_CALLS, Written, WrittenExports } from './transfer-calls.ts';
import { UPDATE_CALLS } from './update-calls.ts';
import { VOTE_CALLS } from './vote-calls.ts';
import { WALLET_CALLS } from './wallet-calls.ts';

const Nothing = Closed({});
const Id = Type.String({ minLength: 1, maxLength: 64 });
/** When a search finds nothing: the known address nearest to the one searched for. */
const Near = Type.Union([NearAddress, Type.Null()]);
const EntryKey = Type.Pick(AddressEntry, ['address', 'chain']);
/** A new key. It is usable once its public half is registered. */
const Made = Closed({ profile: ProfileName, ...Type.Pick(CredentialRow, ['publicKey', 'curve']).properties });

/**
 * Everything the page may ask of main: the whole attack surface of the renderer, in one place.
 * Main checks inputs and outputs, and refuses every member not declared here. No secret crosses in either direction.
 * The trusted window asks for every confirmation and every typed secret.
 */
export const CONTRACT = {
  app: {
    state: call(Nothing, AppState),
    changed: event(Nothing),
    setPreferences: call(Preferences, Nothing),
    /** Returns once what a link, a notification or the tray asked to show. */
    takeOpened: call(Nothing, Closed({ opened: Type.Union([Opened, Type.Null()]) })),
    opened: event(Nothing),
    doctor: call(Nothing, DoctorReport),
    /** Writes text to the clipboard and clears it after a minute if it is still there. */
    copy: call(Closed({ text: Type.String({ maxLength: 64 * 1024 }) }), Nothing),
    /** Empties the clipboard without a notice, after a secret was pasted from it. */
    clearClipboard: call(Nothing, Nothing),
  },
  setup: {
    /** Makes the vault's first key, the local service with its organization, and the profile `local`. */
    createLocal: job(
      Closed({ store: Type.Enum(KEY_STORES), token: Type.Optional(TokenKeyChoice) }),
      Percent,
      Closed({ profile: ProfileName }),
    ),
    /** Makes a key and a profile for a remote service. Its administrator then registers the public key there. */
    connect: call(
      Closed({
        name: ProfileName,
        baseUrl: ServiceUrl,
        organizationId: Type.String({ pattern: UUID_PATTERN }),
        /** The uncompressed P-256 key in hex that signs export bundles. Null for the public service's key. */
        signerKey: Type.Union([Type.String({ pattern: '^[0-9a-fA-F]{130}$' }), Type.Null()]),
        store: Type.Enum(KEY_STORES),
        /** A key on a token instead of a stored one. */
        token: Type.Optional(TokenKeyChoice),
      }),
      Made,
    ),
  },
  /** Keys on PKCS#11 tokens. Only the trusted window loads a module, takes a PIN and puts a key into use. */
  tokens: {
    /** The well-known modules installed here. Loads none of them. */
    modules: call(Nothing, Closed({ modules: Type.Array(KnownModule) })),
    /** Opens the system's file dialog and returns the chosen path, or null. Loads nothing. */
    chooseFile: call(Nothing, Closed({ path: Type.Union([KnownModule.properties.path, Type.Null()]) })),
    list: call(Type.Pick(TokenAt, ['module']), Closed({ tokens: Type.Array(TokenFacts) })),
    keys: call(TokenAt, Closed({ keys: Type.Array(TokenKeyFacts) })),
    /** Makes a key, or selects an existing one, for the current profile. */
    add: call(TokenKeyChoice, Made),
  },
  ...KEY_CALLS,
  ...TRANSFER_CALLS,
  ...STATION_CALLS,
  ...PAYMENT_CALLS,
  ...BALANCE_CALLS,
  ...DRAFT_CALLS,
  ...BATCH_CALLS,
  ...PROFILE_CALLS,
  ...LOG_CALLS,
  ...ORGANIZATION_CALLS,
  ...DELIVERY_CALLS,
  ...UPDATE_CALLS,
  ...VOTE_CALLS,
  ...WALLET_CALLS,
  ...ACTIVITY_CALLS,
  accounts: {
    list: call(
      Closed(PageInOrder),
      Closed({ rows: Type.Array(AccountRow), total: Type.Integer(), refreshedAt: RefreshedAt, near: Near }),
    ),
    wallets: call(Nothing, Closed({ rows: Type.Array(WalletRow), refreshedAt: RefreshedAt })),
    refresh: job(Nothing, Percent, Closed({ accounts: Type.Integer() })),
    changed: event(Nothing),
  },
  /** The transactions of the accounts, from their copy on this machine. */
  history: {
    /**
     * Newest first, with a line before each day, or in an order without days. `found` counts only transactions, and is
     * null during the count.
     */
    list: call(
      Closed(PageInOrder),
      Closed({
        rows: Type.Array(HistoryLine),
        total: Type.Integer(),
        found: Type.Union([Type.Integer(), Type.Null()]),
        refreshedAt: RefreshedAt,
      }),
    ),
    get: call(Closed({ id: Type.Integer() }), HistoryDetail),
    refresh: job(Nothing, Percent, Closed({ transactions: Type.Integer(), chains: Type.Integer() })),
    /** Exports the search results to a file that the operator chooses in main's dialog. Null when none was chosen. */
    write: job(
      Closed({
        as: Type.Enum(HISTORY_FORMATS),
        search: PageInOrder.search,
        order: PageInOrder.order,
        /** Null for every match. */
        chosen: Type.Union([ChosenRows, Type.Null()]),
      }),
      Percent,
      Written({ transactions: Type.Integer() }),
    ),
    /** The reading progress of the local vault on each chain with a node. Empty for a remote service. */
    readings: call(Nothing, Closed({ rows: Type.Array(ChainReading) })),
    /** Pauses or resumes reading the time before the accounts were followed. */
    pause: call(Closed({ chain: Type.Enum(ENDPOINT_CHAINS), paused: Type.Boolean() }), Nothing),
    changed: event(Nothing),
    readingsChanged: event(Nothing),
  },
  /** The balances of the accounts in earning vaults, from the local copy. */
  earn: {
    list: call(Closed(PageOfRows), ListOf(EarnRow)),
    refresh: job(Nothing, Percent, Closed({ positions: Type.Integer() })),
    changed: event(Nothing),
  },
  requests: {
    /**
     * Builds the exact body of an activity and stamps nothing. An export gets its target key here.
     * Throws SECRET_SUSPECTED for text of 64 hexadecimal digits until the operator confirms that it is no key.
     */
    prepare: call(
      Closed({
        operation: Type.String({ maxLength: 64 }),
        parameters: Type.Record(Type.String(), Type.Unknown()),
        hexIsNoKey: Type.Optional(Type.Boolean()),
        /** The key whose token makes the export's target key. Without it, the vault makes the target key. */
        targetBeside: Type.Optional(Id),
      }),
      Closed({ requestId: Id }),
    ),
    /**
     * Describes what an activity would ask for, decoded by the vault. Keeps and stamps nothing.
     * Throws VAULT_LOCKED and SECRET_REFUSED.
     */
    describe: call(
      Closed({ operation: Type.String({ maxLength: 64 }), parameters: Type.Record(Type.String(), Type.Unknown()) }),
      Closed({ meaning: Meaning, naming: Naming }),
    ),
    /** Asks the operator in the trusted window. Then journals, stamps, sends and follows the request to its end. */
    submit: job(
      Closed({ requestId: Id }),
      Closed({ stage: Type.Enum(['confirming', 'recording', 'stamping', 'sending', 'following', 'checking']) }),
      Closed({ activity: ActivityDetail }),
    ),
    /**
     * Builds the exact body that broadcasts the proven transaction of a completed activity, and stamps nothing.
     * Throws NOT_FOUND for an activity without such a transaction.
     */
    broadcast: call(Closed({ activityId: Id }), Closed({ requestId: Id })),
    /** The operator declined: drops a request of which nothing was sent. */
    discard: call(Closed({ requestId: Id }), Nothing),
    unsettled: call(Nothing, Closed({ rows: Type.Array(UnsettledRequest) })),
    /** Sends the same bytes, first or again. The service replies with the same activity. */
    settle: job(
      Closed({ requestId: Id }),
      Closed({ stage: Type.Enum(['sending', 'following', 'checking']) }),
      Closed({ activity: ActivityDetail }),
    ),
    /** Closes a request with an unknown outcome after the operator confirms. Records the reason. */
    giveUp: call(Closed({ requestId: Id, reason: Type.String({ minLength: 1, maxLength: 500 }) }), Nothing),
    changed: event(Nothing),
  },
  /** The address book. The trusted window asks before every change. */
  addresses: {
    list: call(Closed(PageInOrder), Closed({ rows: Type.Array(AddressRow), total: Type.Integer(), near: Near })),
    /** Entries with a similar address, and the current profile's past signatures for this entry. */
    about: call(
      EntryKey,
      Closed({
        alike: Type.Array(AddressEntry),
        signed: Type.Union([
          Closed({ firstAt: Type.Number(), lastAt: Type.Number(), times: Type.Integer() }),
          Type.Null(),
        ]),
      }),
    ),
    save: call(Closed({ entry: AddressEntry, former: Type.Union([EntryKey, Type.Null()]) }), Nothing),
    remove: call(EntryKey, Nothing),
    /** Parses CSV, JSON or BIP-329 labels and reports the result of each line. Saves the entries if `take` is true. */
    take: job(
      Closed({ text: Type.String({ maxLength: MAXIMUM_BOOK_TEXT }), take: Type.Boolean() }),
      Percent,
      Closed({ lines: Type.Array(TakenLine), taken: Type.Integer() }),
    ),
    /** Exports the book to a file that the operator chooses in main's dialog. Null when none was chosen. */
    write: call(Closed({ as: Type.Enum(BOOK_FORMATS) }), Written({})),
    /** Asks the operator to accept a book that was changed outside this program. */
    confirm: call(Nothing, Nothing),
  },
  /** The operator's descriptions of contracts. The trusted window asks before every change. */
  interfaces: {
    list: call(Nothing, Closed({ rows: Type.Array(InterfaceRow) })),
    /** `text` is a JSON ABI or an ERC-7730 descriptor of the contract, `chain` its chain by CAIP-2. */
    add: call(
      Closed({
        name: Type.String({ maxLength: 200 }),
        chain: Type.String({ maxLength: 64 }),
        address: Type.String({ maxLength: 512 }),
        text: Type.String({ maxLength: LIMITS.body }),
      }),
      Nothing,
    ),
    remove: call(Type.Pick(InterfaceRow, ['name', 'chain', 'address']), Nothing),
    /** Asks the operator to accept a list that was changed outside this program. */
    confirm: call(Nothing, Nothing),
  },
  /**
   * The configured chain nodes. The trusted window asks before every change. A node's address is never returned to the
   * page.
   */
  endpoints: {
    list: call(Nothing, Closed({ rows: Type.Array(EndpointRow) })),
    add: call(
      Closed({ chain: Type.Enum(ENDPOINT_CHAINS), url: Type.String({ maxLength: MAXIMUM_ENDPOINT_ADDRESS }) }),
      Nothing,
    ),
    remove: call(Type.Pick(EndpointRow, ['id']), Nothing),
    /** Asks the operator to accept a list that was changed outside this program. */
    confirm: call(Nothing, Nothing),
    /** The list of nodes changed, or a node began to answer or to fail. */
    changed: event(Nothing),
  },
  documents: {
    /** The address book, the idle lock time, the list of nodes or the list of described contracts changed. */
    changed: event(Nothing),
  },
  operations: {
    /**
     * Sends a declared query to the service. `request` is its body.
     * The answer is unchanged except for members declared secret. Throws SECRET_SUSPECTED like `requests.prepare`.
     */
    ask: call(
      Closed({
        operation: Type.String({ maxLength: 64 }),
        request: Type.Record(Type.String(), Type.Unknown()),
        hexIsNoKey: Type.Optional(Type.Boolean()),
      }),
      Closed({ answer: Type.Record(Type.String(), Type.Unknown()) }),
    ),
  },
  exports: {
    /**
     * Opens the bundle of a completed export in the vault and shows it in the trusted window, or writes its file.
     * Ends when that window closes.
     */
    show: job(Closed({ activityId: Id }), Nothing, WrittenExports),
  },
} as const;
export type AppContract = typeof CONTRACT;
