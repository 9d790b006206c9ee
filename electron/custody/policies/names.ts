import type { PayloadEncoding, TransactionType } from '../../../shared/model/index.ts';
import { type ActivityOperation, newestOf } from '../../../shared/operations/index.ts';
import { type Keyword, PolicyFault, parameterName } from '../../../shared/policy-language/index.ts';
import { addressOf, type Facts, payloadFacts, Refusal, transactionFacts } from '../../crypto/index.ts';
import type { Credential } from '../authentication/claim.ts';
import { findAccount, findSigningRow } from '../handlers/keys/find-signer.ts';
import type { ActingContext } from '../handlers/types.ts';
import type { PrivateKeyRow, UserRow, WalletRow } from '../store/index.ts';
import { withCalls } from './calls.ts';
import type { Names, Value } from './evaluate.ts';
import { madeTransaction } from './made-transaction.ts';
import { Quantity } from './quantity.ts';
import { isOpaque, rawTransaction } from './raw-content.ts';

/** What is to be decided. */
export interface Subject {
  readonly operation: ActivityOperation;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The version that was sent, where it became a newer one. */
  readonly sent?: ActivityOperation;
  /** The payload of a batch that is decided. */
  readonly payload?: string;
}

/** Who approved, and with what. */
export interface Approval {
  readonly user: UserRow;
  readonly credential: Credential;
}

/** Who approved, each once; a user may have shown several credentials. */
export function usersOf(approvals: readonly Approval[]): UserRow[] {
  return [...new Map(approvals.map(({ user }) => [user.userId, user])).values()];
}

/** Returns the activity types of all versions of the operation, first the one that was sent. */
export function typesOf({ operation, sent = operation }: Subject): readonly string[] {
  const [, first = '', newest = 1] = /^(.+?)(?:_V([0-9]+))?$/.exec(newestOf(sent).activityType) ?? [];
  const later = Array.from({ length: Number(newest) - 1 }, (_, index) => `${first}_V${index + 2}`);
  return [...new Set([sent.activityType, first, ...later])];
}

/** The names that a condition reads; of several activity types everything but the type itself is computed once. */
export interface ConditionNames {
  /** Returns the names under an activity type. */
  readonly under: (type: string) => Names;
  /** True when something has read the activity type. */
  readonly hasReadType: () => boolean;
}

/** Returns the names that a condition reads. Each value is computed once, on its first use. */
export function conditionNames(subject: Subject, context: ActingContext): ConditionNames {
  const signer = once(() => signingRow(subject, context));
  const wallet = once(() => targetWallet(subject, signer(), context));
  const chain = (type: TransactionType) => once(() => chainValue(subject, type, signer(), context));
  let hasReadType = false;
  const readType = () => {
    hasReadType = true;
  };
  const names: Record<Exclude<Keyword<'condition'>, 'activity'>, () => Value | undefined> = {
    eth: once(() => ethValue(subject, signer(), context)),
    solana: chain('TRANSACTION_TYPE_SOLANA'),
    tron: chain('TRANSACTION_TYPE_TRON'),
    bitcoin: chain('TRANSACTION_TYPE_BITCOIN'),
    tempo: chain('TRANSACTION_TYPE_TEMPO'),
    wallet: () => walletValue(wallet()),
    wallets: once(() => namedWallets(subject, context)),
    private_key: once(() => privateKeyValue(signer(), context)),
    secret: once(() => secretValue(subject, context)),
    wallet_account: () => {
      const found = signer();
      return found?.kind === 'account' ? { address: found.row.address } : undefined;
    },
  };
  return {
    under: (type) => ({ ...names, activity: once(() => activityValue(subject, type, readType)) }),
    hasReadType: () => hasReadType,
  };
}

/** What a consensus can look at. */
export function consensusNames(approvals: readonly Approval[], { store }: ActingContext): Names {
  const names: Record<Keyword<'consensus'>, () => Value | undefined> = {
    approvers: once(() =>
      usersOf(approvals).map((user) => ({
        id: user.userId,
        tags: store.tags.tagsOf(user.userId),
        email: user.userEmail ?? '',
        alias: user.userName,
      })),
    ),
    credentials: once(() =>
      approvals.map(({ user, credential: { id, type, credentialId, publicKey } }) => ({
        id,
        user_id: user.userId,
        type,
        credential_id: credentialId,
        public_key: publicKey,
      })),
    ),
  };
  return names;
}

/** What the time of a policy can look at: the clock of the service, in milliseconds. */
export function timeNames(now: number): Names {
  const names: Record<Keyword<'time'>, () => Value> = { time: () => ({ now: new Date(now) }) };
  return names;
}

/** Parameters that the language has as numbers, and the defaults of optional ones. */
const DECIMALS: ReadonlySet<string> = new Set(['assets', 'clientFeeBps']);
const DEFAULTS: Readonly<Record<string, string>> = { sessionProfileId: '' };

/** Nothing of what only the root quorum can approve, as the public documents say; a scope that looks at it does not cover it. */
function activityValue({ operation, parameters }: Subject, type: string, onRead: () => void): Value | undefined {
  const { governed, name, earlierOf } = operation;
  if (governed.by !== 'policies') return undefined;
  const shown = governed.shows.flatMap((member): [string, Value][] => {
    const given = parameters[member] ?? DEFAULTS[member];
    const value = DECIMALS.has(member) ? BigInt(String(given)) : factOf(given);
    return value === undefined ? [] : [[parameterName(member), value]];
  });
  return {
    get type() {
      onRead();
      return type;
    },
    kind: (earlierOf ?? name).toUpperCase(),
    resource: governed.resource,
    action: governed.action,
    params: Object.fromEntries(shown),
  };
}

/** A parameter as the language has it; undefined for what it has no kind for. */
function factOf(value: unknown): Value | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (!Array.isArray(value)) return undefined;
  return value.map(factOf).filter((item) => item !== undefined);
}

type SigningRow = ReturnType<typeof findSigningRow>;

/** The account or private key that the activity signs with or exports; undefined when it does neither. */
function signingRow({ operation, parameters }: Subject, context: ActingContext): SigningRow {
  const { signs, carries, makes, exports } = operation;
  const member = (signs ?? carries ?? makes)?.signWith;
  const named = [parameters[member ?? '']].flat()[0];
  if (typeof named === 'string') return findSigningRow(named, context);
  const exported = exports === null ? undefined : parameters[exports.of];
  if (typeof exported !== 'string' || exports?.kind === 'wallet') return undefined;
  if (exports?.kind === 'private key') return findSigningRow(exported, context);
  const row = findAccount(exported, context);
  return row === undefined ? undefined : { kind: 'account', row, addressFormat: row.addressFormat };
}

function targetWallet({ operation, parameters }: Subject, signer: SigningRow, { store, caller }: ActingContext) {
  const { organizationId } = caller.organization;
  if (signer?.kind === 'account') return store.wallets.find(organizationId, signer.row.walletId);
  const named = operation.exports?.kind === 'wallet' ? parameters[operation.exports.of] : undefined;
  return typeof named === 'string' ? store.wallets.find(organizationId, named) : undefined;
}

function walletValue(row: WalletRow | undefined): Value | undefined {
  if (row === undefined) return undefined;
  const { walletId, walletName, imported, exported } = row;
  return { id: walletId, label: walletName, imported: imported === 1, exported: exported === 1 };
}

/**
 * Splits a request into the cases to decide: each payload, call, signing account and secret by itself, so that a policy looks at one
 * and the same in all of its clauses, and one that no policy lets go holds back all of them.
 */
export function casesOf(subject: Subject): readonly Subject[] {
  const { operation, parameters } = subject;
  const { signs } = operation;
  const payloads = signs?.kind === 'payloads' ? parameters[signs.content] : undefined;
  if (Array.isArray(payloads) && payloads.length > 0)
    return payloads.map((payload) => ({ ...subject, payload: String(payload) }));
  const several = operation.carries?.signWith ?? (operation.makes?.calls === 'listed' ? 'calls' : '');
  const items = parameters[several];
  if (Array.isArray(items) && items.length > 0)
    return items.map((item: unknown) => ({ ...subject, parameters: { ...parameters, [several]: [item] } }));
  if (operation.name !== 'export_secrets' || !Array.isArray(parameters.secrets)) return [subject];
  return parameters.secrets.map((secret: unknown) => ({
    ...subject,
    parameters: { ...parameters, secrets: [secret] },
  }));
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
function ethValue(subject: Subject, signer: SigningRow, context: ActingContext): Value | undefined {
  const { signs } = subject.operation;
  const payload = payloadOf(subject);
  if (payload !== undefined && signs !== null && 'encoding' in signs) {
    const encoding = subject.parameters[signs.encoding] as PayloadEncoding;
    const facts = readFacts('payload', () => payloadFacts(encoding, payload));
    if (facts !== undefined) return withQuantities(facts);
  }
  const made = madeTransaction(subject.operation, subject.parameters, ethereumAddressOf(signer));
  if (made !== undefined) return { tx: withCalls(made, 'TRANSACTION_TYPE_ETHEREUM', context) };
  return chainValue(subject, 'TRANSACTION_TYPE_ETHEREUM', signer, context);
}

/** Numbers of a message compare with texts too. */
function withQuantities(facts: Facts): Value {
  const typed = facts.eip_712;
  if (typeof typed !== 'object' || Array.isArray(typed)) return facts as Value;
  return { ...facts, eip_712: { ...typed, message: quantities((typed as { message: Value }).message) } } as Value;
}

function quantities(value: Value): Value {
  if (typeof value === 'bigint') return new Quantity(value);
  if (Array.isArray(value)) return value.map(quantities);
  if (typeof value !== 'object' || value instanceof Date || value instanceof Quantity) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, quantities(one)]));
}

/** The one payload that is decided; undefined for an activity that signs none. */
function payloadOf({ operation: { signs }, parameters, payload }: Subject): string | undefined {
  if (payload !== undefined) return payload;
  return signs?.kind === 'payload' ? String(parameters[signs.content]) : undefined;
}

/** The unsigned transaction of that type: the parameter of the activity, or the raw bytes that are one. */
function transactionOf(subject: Subject, type: TransactionType, signer: SigningRow): string | undefined {
  const { operation, parameters } = subject;
  const { signs, carries } = operation;
  if (carries?.type === type) return String(parameters[carries.content]);
  if (signs?.kind === 'transaction')
    return parameters[signs.type] === type ? String(parameters[signs.content]) : undefined;
  const payload = payloadOf(subject);
  if (payload === undefined || signs === null) return undefined;
  const raw = { payload, encoding: parameters[signs.encoding], hashFunction: parameters[signs.hashFunction] };
  if (signer?.row.curve !== 'CURVE_ED25519' && isOpaque(type, raw))
    throw new PolicyFault('the payload is a digest, whose content nobody can read', 'opaque');
  return rawTransaction(type, raw);
}

/** The Ethereum address of a signer; null for one without a key of that curve. */
const ethereumAddressOf = (signer: SigningRow) =>
  signer?.row.curve === 'CURVE_SECP256K1'
    ? addressOf('ADDRESS_FORMAT_ETHEREUM', signer.row.publicKey, signer.row.curve)
    : null;

/** The transaction that is to be signed, when it is one of that type. */
function chainValue(
  subject: Subject,
  type: TransactionType,
  signer: SigningRow,
  context: ActingContext,
): Value | undefined {
  const unsigned = transactionOf(subject, type, signer);
  if (unsigned === undefined) return undefined;
  const ethereumAddress = ethereumAddressOf(signer);
  const read = () => transactionFacts(type, unsigned, { ethereumAddress, addressFormat: signer?.addressFormat });
  const tx = payloadOf(subject) === undefined ? readFacts('transaction', read) : readRaw(read);
  return tx === undefined ? undefined : { tx: withCalls(tx, type, context) };
}

/** Raw bytes that are no transaction have no facts. */
function readRaw(read: () => Facts | null): Facts | undefined {
  try {
    return read() ?? undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What is told of what is to be signed. Throws a `PolicyFault` when that cannot be read. */
function readFacts(what: string, read: () => Facts | null): Facts | undefined {
  try {
    return read() ?? undefined;
  } catch (error) {
    if (error instanceof Refusal) throw new PolicyFault(`the ${what} cannot be read`);
    throw error;
  }
}

/** What `make` gives or throws, the same each time. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly value: Result } | { readonly error: unknown } | undefined;
  return () => {
    if (made === undefined) {
      try {
        made = { value: make() };
      } catch (error) {
        made = { error };
      }
    }
    if ('error' in made) throw made.error;
    return made.value;
  };
}
