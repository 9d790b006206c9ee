import type { AccessAct, ComposedRequest } from '../../../shared/model/index.ts';
import { type ActivityOperation, OPERATIONS, type QueryResponse } from '../../../shared/operations/index.ts';
import type { Asking, Queries } from '../queries/queries.ts';

/** Wallets and private keys that are tried. Each takes up to four requests. */
const MAXIMUM_KEYS = 50;
/** Accounts of a wallet that are looked through for one that pays on Ethereum. */
const ACCOUNTS = '100';

/** A wallet or a private key. Several can have one name. */
interface KeyHolder {
  readonly kind: 'wallet' | 'private key';
  readonly id: string;
}

/** A request that shows whether a user may do something. */
export interface Probe {
  readonly act: AccessAct;
  readonly key: string | null;
  /** The wallet or private key that the request uses. Null for a request about the organization. */
  readonly holder: KeyHolder | null;
  readonly operation: ActivityOperation;
  /** Members in place of those of the operation's example. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

type Account = QueryResponse<'list_wallet_accounts'>['accounts'][number];

/** The requests of an organization that show the power of its users. `untried` counts the keys beyond the limit. */
export interface Probes {
  readonly probes: readonly Probe[];
  readonly untried: number;
}

/**
 * Reads the wallets and private keys, and returns the requests. `first` are ids of private keys, in lower case, that are
 * taken before all others. Throws what a query throws.
 */
export async function readProbes(
  queries: Pick<Queries, 'ask'>,
  asking: Asking,
  first: readonly string[] = [],
): Promise<Probes> {
  const { organizationData } = await queries.ask('get_organization', {}, asking);
  const { wallets = [], privateKeys = [] } = organizationData;
  const isFirst = ({ privateKeyId }: { readonly privateKeyId: string }) => first.includes(privateKeyId.toLowerCase());
  const wanted = privateKeys.filter(isFirst).slice(0, MAXIMUM_KEYS);
  const probes: Probe[] = [...ORGANIZATION_PROBES];
  for (const { walletId, walletName } of wallets.slice(0, MAXIMUM_KEYS - wanted.length)) {
    const { accounts } = await queries.ask(
      'list_wallet_accounts',
      { walletId, paginationOptions: { limit: ACCOUNTS } },
      asking,
    );
    probes.push(...walletProbes(walletId, walletName, accounts));
  }
  const left = Math.max(0, MAXIMUM_KEYS - wanted.length - wallets.length);
  const others = privateKeys.filter((key) => !isFirst(key)).slice(0, left);
  for (const { privateKeyId, privateKeyName } of [...wanted, ...others])
    probes.push(...privateKeyProbes(privateKeyId, privateKeyName));
  return { probes, untried: Math.max(0, wallets.length + privateKeys.length - MAXIMUM_KEYS) };
}

/** Returns the request as the user would send it. */
export const probeRequest = (
  { operation, parameters }: Pick<Probe, 'operation' | 'parameters'>,
  userId: string,
): ComposedRequest => ({
  type: operation.activityType,
  parameters: JSON.stringify({ ...(operation.example.parameters as object), ...parameters }),
  approvers: [userId],
});

const OF_ORGANIZATION = { key: null, holder: null, parameters: {} };
const ORGANIZATION_PROBES: readonly Probe[] = [
  { act: 'create wallet', operation: OPERATIONS.create_wallet, ...OF_ORGANIZATION },
  { act: 'add user', operation: OPERATIONS.create_users, ...OF_ORGANIZATION },
  { act: 'write policy', operation: OPERATIONS.create_policy, ...OF_ORGANIZATION },
  { act: 'change quorum', operation: OPERATIONS.update_root_quorum, ...OF_ORGANIZATION },
];

function walletProbes(walletId: string, key: string, accounts: readonly Account[]): readonly Probe[] {
  const [first] = accounts;
  const payer = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
  const of = { key, holder: { kind: 'wallet', id: walletId } } as const;
  const message = first === undefined ? [] : [signing(first.address, of)];
  const sending = payer === undefined ? [] : [paying(payer.address, of)];
  return [
    ...sending,
    ...message,
    { act: 'create accounts', ...of, operation: OPERATIONS.create_wallet_accounts, parameters: { walletId } },
    { act: 'export', ...of, operation: OPERATIONS.export_wallet, parameters: { walletId } },
  ];
}

function privateKeyProbes(privateKeyId: string, key: string): readonly Probe[] {
  const of = { key, holder: { kind: 'private key', id: privateKeyId } } as const;
  return [
    signing(privateKeyId, of),
    { act: 'export', ...of, operation: OPERATIONS.export_private_key, parameters: { privateKeyId } },
  ];
}

type Key = Pick<Probe, 'key' | 'holder'>;

const signing = (signWith: string, of: Key): Probe => ({
  act: 'sign message',
  ...of,
  operation: OPERATIONS.sign_raw_payload,
  parameters: { signWith },
});

/** One wei to the payer itself on Ethereum: an EIP-1559 transaction whose recipient is its only variable member. */
function paying(address: string, of: Key): Probe {
  const recipient = address.slice('0x'.length).toLowerCase();
  const unsignedTransaction = `02e70180843b9aca00843b9aca0082520894${recipient}0180c0`;
  const parameters = { signWith: address, unsignedTransaction };
  return { act: 'send', ...of, operation: OPERATIONS.sign_transaction, parameters };
}
