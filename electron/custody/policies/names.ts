import type { PayloadEncoding, TransactionType } from '../../../shared/model/index.ts';
import { type Keyword, parameterName } from '../../../shared/policy-language/index.ts';
import { payloadFacts, UNPROVEN } from '../../crypto/index.ts';
import type { Credential } from '../authentication/claim.ts';
import type { ActingContext } from '../request-context.ts';
import { findAccount } from '../signers/find-signer.ts';
import type { PrivateKeyRow, UserRow, WalletRow } from '../store/index.ts';
import { type Given, withCalls } from './calls.ts';
import {
  ethereumAddressOf,
  isOfTwoTypes,
  isStandInPayload,
  payloadOf,
  readFacts,
  type SigningRow,
  signedFacts,
  signingRow,
  targetWallet,
} from './content.ts';
import type { Names, Value } from './evaluate.ts';
import { chainNameOf, eitherType, keyName, namesOfSigner, signerName, withSpecialTexts } from './forbidden-facts.ts';
import { madeTransaction } from './made-transaction.ts';
import { once } from './once.ts';
import { withEveryTransfer } from './solana-moves.ts';
import { EmailText, SeveralTexts } from './special-text.ts';
import { type Subject, typesOfOne } from './subject.ts';
import { forForbidding, transactionOfMessage, typedDataValue } from './typed-data.ts';
import { controlsValue } from './velocity/controls.ts';

/** An approving user, and the credential used. */
export interface Approval {
  readonly user: UserRow;
  readonly credential: Credential;
}

/** Returns each approving user once. A user may have approved with several credentials. */
export function usersOf(approvals: readonly Approval[]): UserRow[] {
  return [...new Map(approvals.map(({ user }) => [user.userId, user])).values()];
}

/**
 * The names that a condition reads. For several activity types, every value except the type itself is computed once.
 */
export interface ConditionNames {
  /** Returns the names under an activity type. */
  readonly under: (type: string) => Names;
  /** Returns the names of other content that the same signature may be for. Undefined where it can be for no other. */
  readonly otherwise: (type: string) => Names | undefined;
  /** True when something has read the activity type. */
  readonly hasReadType: () => boolean;
  /** Begins to watch the activity type anew, for the next rule. Returns the same names. */
  readonly anew: () => ConditionNames;
}

/**
 * Returns the names that a condition reads. Each value is computed once, on its first use.
 * Choice (hidden-parameters): a rule that allows reads the parameters that the public documentation lists for the operation. A rule
 * that forbids, or asks for more proof, reads all parameters of the request.
 */
export function conditionNames(subject: Subject, context: ActingContext, forbids: boolean): ConditionNames {
  const signer = once(() => signingRow(subject, context));
  const wallet = once(() => targetWallet(subject, signer(), context));
  const names = once(() => namesOfSigner(signer()));
  /** Choice (signer-names): a rule that forbids a key forbids it by every name that the service takes. */
  const nameSigner = (text: string): Value => (forbids ? signerName(text, names) : text);
  const given: Given = { context, forbids };
  const chain = (type: TransactionType) => once(() => chainValue(subject, type, signer(), given));
  let hasReadType = false;
  const readType = () => {
    hasReadType = true;
  };
  const values: Record<Exclude<Keyword<'condition'>, 'activity'>, () => Value | undefined> = {
    eth: once(() => ethValue(subject, signer(), given)),
    solana: chain('TRANSACTION_TYPE_SOLANA'),
    tron: chain('TRANSACTION_TYPE_TRON'),
    bitcoin: chain('TRANSACTION_TYPE_BITCOIN'),
    tempo: chain('TRANSACTION_TYPE_TEMPO'),
    wallet: () => walletValue(wallet()),
    wallets: once(() => namedWallets(subject, context)),
    private_key: once(() => privateKeyValue(signer(), context)),
    controls: once(() => controlsValue(subject, context)),
    secret: once(() => secretValue(subject, context)),
    wallet_account: once(() => {
      const found = signer();
      if (found?.kind === 'account') return { address: nameSigner(found.row.address) };
      return forbids ? exportedAccounts(subject, context) : undefined;
    }),
  };
  const isStandIn = once(() => forbids && isStandInPayload(subject));
  const byType = new Map<string, Names>();
  const itself: ConditionNames = {
    under(type) {
      const known = byType.get(type);
      if (known !== undefined) return known;
      const made = {
        ...values,
        activity: once(() => activityValue(subject, type, { forbids, readType, nameSigner, signer })),
      };
      byType.set(type, made);
      return made;
    },
    otherwise(type) {
      return isStandIn() ? { ...itself.under(type), eth: () => HIDDEN_TYPED_DATA } : undefined;
    },
    hasReadType: () => hasReadType,
    anew() {
      hasReadType = false;
      return itself;
    },
  };
  return itself;
}

const HIDDEN_TYPED_DATA: Value = {
  [UNPROVEN]: { eip_712: 'is unknown: a contract may take the signature as one of the content behind a hash' },
};

/** The names that a consensus can read. */
export function consensusNames(approvals: readonly Approval[], { store }: ActingContext): Names {
  const names: Record<Keyword<'consensus'>, () => Value | undefined> = {
    approvers: once(() =>
      usersOf(approvals).map((user) => ({
        id: user.userId,
        tags: store.tags.tagsOf(user.userId),
        email: new EmailText(user.userEmail ?? ''),
        alias: user.userName,
      })),
    ),
    credentials: once(() =>
      approvals.map(({ user, credential: { id, type, credentialId, publicKey } }) => ({
        id,
        user_id: user.userId,
        type,
        credential_id: credentialId,
        public_key: keyName(publicKey),
      })),
    ),
  };
  return names;
}

/** The names that the `time` of a policy can read: the service's clock, in milliseconds. */
export function timeNames(now: number): Names {
  const names: Record<Keyword<'time'>, () => Value> = { time: () => ({ now: new Date(now) }) };
  return names;
}

/** Parameters that the language has as numbers, and the defaults of optional ones. */
const DECIMALS: ReadonlySet<string> = new Set(['assets', 'clientFeeBps']);
/** Parameters that name a chain, which may have several names. */
const CHAIN_MEMBERS: ReadonlySet<string> = new Set(['caip2', 'chainCaip2', 'chain']);
/** The parameter that is a public key of P-256, in one of two forms. */
const KEY_MEMBER = 'targetPublicKey';
const DEFAULTS: Readonly<Record<string, string>> = { sessionProfileId: '' };

/**
 * Returns the activity's facts. As the public documents say, activities that only the root quorum can approve have
 * none. A scope that reads them therefore does not cover such an activity.
 */
function activityValue(
  subject: Subject,
  type: string,
  {
    forbids,
    readType,
    nameSigner,
    signer,
  }: {
    readonly forbids: boolean;
    readonly readType: () => void;
    readonly nameSigner: (text: string) => Value;
    readonly signer: () => SigningRow;
  },
): Value | undefined {
  const { operation, parameters } = subject;
  const { governed, name, earlierOf, severalOf, signs, carries, makes, exports } = operation;
  if (governed.by !== 'policies') return undefined;
  const isAsOne = severalOf !== null && typesOfOne(subject).includes(type);
  const hidden = Object.keys(parameters).filter((member) => forbids && !governed.shows.includes(member));
  const naming = [(signs ?? carries ?? makes)?.signWith, exports?.kind === 'wallet' ? null : exports?.of];
  const namerOf = (member: string) => {
    if (forbids && signs?.kind === 'transaction' && member === signs.type && isOfTwoTypes(subject)) return eitherType;
    if (forbids && CHAIN_MEMBERS.has(member)) return chainNameOf;
    if (forbids && member === KEY_MEMBER) return keyName;
    return naming.includes(member) ? nameSigner : undefined;
  };
  const read = (member: string, given: unknown) => factOf(given, namerOf(member));
  const [signing] = naming;
  // Some operations call the signing key `from` or `signWiths`, and some name only the wrapper whose account signs.
  const named: unknown = makes?.wrapper === undefined ? [parameters[signing ?? '']].flat()[0] : signerAddress(signer());
  const key = forbids ? named : undefined;
  const facts = [
    ...(key === undefined ? [] : [{ member: 'signWith', value: factOf(key, nameSigner) }]),
    ...hidden.map((member) => ({ member, value: read(member, parameters[member]) })),
    ...governed.shows.map((member) => {
      const given = parameters[member] ?? DEFAULTS[member];
      return { member, value: DECIMALS.has(member) ? BigInt(String(given)) : read(member, given) };
    }),
  ];
  return {
    get type() {
      readType();
      return type;
    },
    /** Choice (batch-kind): as in the public list, a batch is a kind of its own. To a rule that forbids, it is also its item's. */
    get kind() {
      if (severalOf === null) return (earlierOf ?? name).toUpperCase();
      readType();
      // The type that stands for every one that a condition does not name has no kind either.
      if (type === '') return '';
      return (isAsOne ? severalOf : (earlierOf ?? name)).toUpperCase();
    },
    resource: governed.resource,
    action: governed.action,
    params: Object.fromEntries(
      facts.flatMap(({ member, value }) => (value === undefined ? [] : [[parameterName(member), value]])),
    ),
  };
}

/** Converts a parameter to a value of the policy language. Returns undefined for a kind that the language lacks. */
function factOf(value: unknown, named: (text: string) => Value = (text) => text): Value | undefined {
  if (typeof value === 'string') return named(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (!Array.isArray(value)) return undefined;
  return value.map((item) => factOf(item, named)).filter((item) => item !== undefined);
}

function walletValue(row: WalletRow | undefined): Value | undefined {
  if (row === undefined) return undefined;
  const { walletId, walletName, imported, exported } = row;
  return { id: walletId, label: walletName, imported: imported === 1, exported: exported === 1 };
}

const signerAddress = (signer: SigningRow) => (signer?.kind === 'account' ? signer.row.address : undefined);

/** The accounts of a wallet that is exported: its words are the key of each of them, also of those that nobody made. */
function exportedAccounts({ operation: { exports }, parameters }: Subject, context: ActingContext): Value | undefined {
  const walletId = exports?.kind === 'wallet' ? parameters[exports.of] : undefined;
  if (typeof walletId !== 'string') return undefined;
  const isElsewhere = (address: string) =>
    findAccount(address, context, walletId) === undefined && findAccount(address, context) !== undefined;
  return { address: new SeveralTexts(isElsewhere) };
}

/** The one secret that is to be exported. */
function secretValue({ operation, parameters }: Subject, { store, caller }: ActingContext): Value | undefined {
  if (operation.name !== 'export_secrets') return undefined;
  const [{ secretId }] = parameters.secrets as [{ secretId: string }];
  const row = store.secrets.find(caller.organization.organizationId, secretId);
  if (row === undefined) return undefined;
  const properties: { key: string; value: string }[] = JSON.parse(row.staticProperties);
  return {
    id: row.secretId,
    name: row.name ?? '',
    static_properties: Object.fromEntries(properties.map(({ key, value }) => [key, value])),
  };
}

/** The wallets that an activity names in a list. */
function namedWallets({ parameters }: Subject, { store, caller }: ActingContext): Value | undefined {
  const { walletIds } = parameters;
  if (!Array.isArray(walletIds)) return undefined;
  return walletIds.flatMap(
    (walletId) => walletValue(store.wallets.find(caller.organization.organizationId, walletId)) ?? [],
  );
}

function privateKeyValue(signer: SigningRow, { store }: ActingContext): Value | undefined {
  if (signer?.kind !== 'private key') return undefined;
  const { privateKeyId, privateKeyName, imported, exported }: PrivateKeyRow = signer.row;
  return {
    id: privateKeyId,
    tags: store.tags.tagsOf(privateKeyId),
    label: privateKeyName,
    imported: imported === 1,
    exported: exported === 1,
  };
}

/** The members of `eth`: a transaction to sign, typed data, an authorization, or raw bytes that are a transaction. */
function ethValue(subject: Subject, signer: SigningRow, given: Given): Value | undefined {
  const { signs } = subject.operation;
  const payload = payloadOf(subject);
  if (payload !== undefined && signs !== null && 'encoding' in signs) {
    const encoding = subject.parameters[signs.encoding] as PayloadEncoding;
    const facts = readFacts('payload', () => payloadFacts(encoding, payload));
    if (facts !== undefined) {
      const made = given.forbids ? transactionOfMessage(facts) : undefined;
      const tx = made === undefined ? {} : { tx: withCalls(made, 'TRANSACTION_TYPE_ETHEREUM', given) };
      return { ...typedDataValue(given.forbids ? forForbidding(facts) : facts, payload, given.forbids), ...tx };
    }
  }
  const made = madeTransaction(subject.operation, subject.parameters, ethereumAddressOf(signer));
  if (made !== undefined) return { tx: withCalls(made, 'TRANSACTION_TYPE_ETHEREUM', given) };
  return chainValue(subject, 'TRANSACTION_TYPE_ETHEREUM', signer, given);
}

/** The keyword of a chain when the request has a transaction of that type to sign. */
function chainValue(subject: Subject, type: TransactionType, signer: SigningRow, given: Given): Value | undefined {
  const facts = signedFacts(subject, type, signer);
  if (facts === undefined) return undefined;
  const tx = withEveryTransfer(withCalls(facts, type, given));
  return { tx: given.forbids ? withSpecialTexts(tx) : tx };
}
