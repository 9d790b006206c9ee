import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { ADDRESS_FORMATS, CURVES } from './enums.ts';
import { Person } from './results.ts';
import { isNamed, type RowRules } from './row-rules.ts';
import { WalletRow } from './rows.ts';

const Milliseconds = Type.Number();

/** The seed of a wallet in the newest backup of this machine. `at` is its time, or null without a backup. */
const WalletBackup = Closed({
  /** `unknown` when the wallet was made while the backup was made, or when no activity here shows when it was made. */
  state: Type.Enum(['included', 'missing', 'unknown']),
  at: Nullable(Milliseconds),
});

/** One wallet as the list shows it. */
export const WalletListRow = Closed({
  ...WalletRow.properties,
  /** The chains of its accounts in words, in the order of the accounts. */
  chains: Type.Array(Type.String()),
  /** Null for the wallet of a service elsewhere, whose seeds no backup of this machine holds. */
  backup: Nullable(WalletBackup),
});
export type WalletListRow = Static<typeof WalletListRow>;

/** A request to export a wallet or one of its accounts. */
const WalletExport = Closed({
  activityId: Type.String(),
  /** The address of the account. Null for the whole wallet. */
  address: Nullable(Type.String()),
  status: Type.String(),
  askedBy: Nullable(Person),
  createdAt: Nullable(Milliseconds),
});

/** The details of a wallet, from the copies on this machine. */
export const WalletDetail = Closed({
  row: WalletListRow,
  /** The number of words of its seed. Null when no activity here shows it. */
  words: Nullable(Type.Integer()),
  /** The next free path of each kind of account that it has. */
  next: Type.Array(
    Closed({ addressFormat: Type.Enum(ADDRESS_FORMATS), curve: Type.Enum(CURVES), path: Type.String() }),
  ),
  /** Newest first. */
  exports: Type.Array(WalletExport),
  /** False when there may be earlier exports. */
  hasAllExports: Type.Boolean(),
});
export type WalletDetail = Static<typeof WalletDetail>;

/** A private key that belongs to no wallet. */
export const PrivateKeyRow = Closed({
  privateKeyId: Type.String(),
  name: Type.String(),
  curve: Type.String(),
  publicKey: Type.String(),
  /** The format is null when the service does not report it. */
  addresses: Type.Array(Closed({ address: Type.String(), addressFormat: Nullable(Type.String()) })),
  /** The name is null for a tag that the service did not list. */
  tags: Type.Array(Closed({ id: Type.String(), name: Nullable(Type.String()) })),
  exported: Type.Boolean(),
  imported: Type.Boolean(),
  createdAt: Nullable(Milliseconds),
});
export type PrivateKeyRow = Static<typeof PrivateKeyRow>;

type Origin = Pick<WalletListRow, 'exported' | 'imported'>;
const isOfState = ({ exported, imported }: Origin, value: string) =>
  (value === 'exported' && exported) || (value === 'imported' && imported);

export const WALLET_RULES: RowRules<WalletListRow> = {
  orders: {
    name: ({ walletName }) => walletName,
    accounts: ({ accounts }) => accounts,
    chains: ({ chains }) => (chains.length === 0 ? null : chains.join(', ')),
    exported: ({ exported }) => Number(!exported),
    imported: ({ imported }) => Number(!imported),
    backup: ({ backup }) => backup?.state ?? null,
  },
  filters: {
    chain: ({ chains }, value) => chains.some((chain) => isNamed(chain, value)),
    is: isOfState,
    backup: ({ backup }, value) => backup?.state === value,
  },
};

export const PRIVATE_KEY_RULES: RowRules<PrivateKeyRow> = {
  orders: {
    name: ({ name }) => name,
    curve: ({ curve }) => curve,
    addresses: ({ addresses }) => addresses[0]?.address ?? null,
    tags: ({ tags }) => (tags.length === 0 ? null : tags.map(({ id, name }) => name ?? id).join(', ')),
    state: ({ exported, imported }) => (exported ? 0 : imported ? 1 : null),
  },
  filters: {
    curve: ({ curve }, value) => isNamed(curve.replace('CURVE_', ''), value.replace('p-', 'p')),
    tag: ({ tags }, value) => (value === 'none' ? tags.length === 0 : tags.some(({ name }) => isNamed(name, value))),
    is: isOfState,
  },
};
