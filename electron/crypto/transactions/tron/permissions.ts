/** Describes in words who can sign for an account after its permissions are replaced. */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { danger, row } from '../../meaning.ts';
import { printableText } from '../reading.ts';
import { CONTRACTS, tronAddress } from './contracts.ts';
import type { Message } from './protobuf.ts';
import { bytesOf, numberOf } from './raw.ts';

/** Kinds of contracts that are not signed here, by their numbers in ContractType. */
const OTHER_KINDS: Readonly<Record<number, string>> = {
  0: 'AccountCreateContract',
  3: 'VoteAssetContract',
  5: 'WitnessCreateContract',
  6: 'AssetIssueContract',
  8: 'WitnessUpdateContract',
  9: 'ParticipateAssetIssueContract',
  10: 'AccountUpdateContract',
  11: 'FreezeBalanceContract',
  12: 'UnfreezeBalanceContract',
  14: 'UnfreezeAssetContract',
  15: 'UpdateAssetContract',
  16: 'ProposalCreateContract',
  17: 'ProposalApproveContract',
  18: 'ProposalDeleteContract',
  19: 'SetAccountIdContract',
  20: 'CustomContract',
  32: 'GetContract',
  33: 'UpdateSettingContract',
  41: 'ExchangeCreateContract',
  42: 'ExchangeInjectContract',
  43: 'ExchangeWithdrawContract',
  44: 'ExchangeTransactionContract',
  45: 'UpdateEnergyLimitContract',
  48: 'ClearABIContract',
  49: 'UpdateBrokerageContract',
  51: 'ShieldedTransferContract',
  52: 'MarketSellAssetContract',
  53: 'MarketCancelOrderContract',
};
/** The number of AccountPermissionUpdateContract. */
const REPLACES_KEYS = 46;

interface Group {
  readonly message: Message;
  readonly field: string;
  readonly title: string;
}

/** The new permissions of an AccountPermissionUpdateContract. */
function groupsIn(value: Message): Group[] {
  const groups = (name: string, title: string): Group[] =>
    (value.get(name) ?? []).flatMap(({ value: message }, index) =>
      message instanceof Map
        ? [{ message, title, field: `contract[0].${name}${name === 'actives' ? `[${index}]` : ''}` }]
        : [],
    );
  return [...groups('owner', 'do everything'), ...groups('witness', 'produce blocks'), ...groups('actives', '')];
}

/** Returns each new permission in full, because a finding may be cut: its keys, and the operations of an active one. */
export function permissionRows(value: Message): DecodedField[] {
  return groupsIn(value).flatMap(({ message, title }) => {
    const what = title === '' ? `Permission ${nameOf(message)}` : `May ${title}`;
    return [
      row(what, `a weight of ${numberOf(message, 'threshold')}, of the keys ${keysText(keysOf(message))}`),
      ...(title === '' ? [row(`${what} allows`, operationsText(message))] : []),
    ];
  });
}

const nameOf = (message: Message) => printableText(bytesOf(message, 'permission_name')) ?? 'without a name';

const keysOf = (message: Message) =>
  (message.get('keys') ?? []).flatMap(({ value: key }) =>
    key instanceof Map ? [{ address: tronAddress(bytesOf(key, 'address')), weight: numberOf(key, 'weight') }] : [],
  );

const keysText = (keys: ReturnType<typeof keysOf>) =>
  keys.map((key) => `${key.address} (weight ${key.weight})`).join(', ') || 'none';

/** Returns a sentence for each new permission: its threshold, its keys and its powers. */
export function permissionFindings(value: Message): Finding[] {
  const owner = bytesOf(value, 'owner_address');
  return [
    danger('It replaces the signers of the account. The holder of the new keys controls everything in it.', {
      field: 'contract[0].owner_address',
    }),
    ...groupsIn(value).flatMap((group) => groupFindings(group, tronAddress(owner))),
  ];
}

function groupFindings({ message, field, title }: Group, owner: string): Finding[] {
  const threshold = numberOf(message, 'threshold');
  const keys = keysOf(message);
  const weight = keys.reduce((sum, key) => sum + key.weight, 0n);
  const may = title === '' ? `do what the permission ${nameOf(message)} allows (${operationsText(message)})` : title;
  const at = { field: `${field}.threshold` };
  return [
    danger(`A weight of ${threshold} can ${may}, of the keys ${keysText(keys)}.`, at),
    ...(weight < threshold
      ? [danger(`All keys together weigh ${weight}, less than the required ${threshold}: nobody can ${may}.`, at)]
      : []),
    ...(title === '' && isAllowed(message, REPLACES_KEYS)
      ? [
          danger(`The permission ${nameOf(message)} can replace who can sign for the account, and so do everything.`, {
            field: `${field}.operations`,
          }),
        ]
      : []),
    ...(title === 'do everything' && !keys.some((key) => key.address === owner)
      ? [danger(`The key of ${owner} itself is no longer an owner.`, at)]
      : []),
  ];
}

function isAllowed(message: Message, type: number): boolean {
  return (((bytesOf(message, 'operations')[type >> 3] ?? 0) >> (type & 7)) & 1) === 1;
}

/** The kinds that 32 bytes can name, and the most that are listed by their numbers. */
const ALL_KINDS = 256;
const MAXIMUM_UNNAMED = 8;

/** Lists the kinds of contracts that may be signed. The bit of a kind is its number in ContractType. */
function operationsText(message: Message): string {
  const { length } = bytesOf(message, 'operations');
  const isSet = (type: number) => isAllowed(message, type);
  const known = CONTRACTS.filter(({ type }) => isSet(Number(type)));
  const others = Array.from({ length: 8 * length }, (_, type) => type).filter(
    (type) => isSet(type) && !known.some((each) => Number(each.type) === type),
  );
  if (known.length + others.length === ALL_KINDS) return 'every kind of transaction';
  const named = others.flatMap((type) => OTHER_KINDS[type] ?? []);
  const unnamed = others.filter((type) => OTHER_KINDS[type] === undefined).map((type) => `kind ${type}`);
  const rest = unnamed.length > MAXIMUM_UNNAMED ? [`${unnamed.length} kinds without a name here`] : unnamed;
  return [...known.map(({ name }) => name), ...named, ...rest].join(', ') || 'nothing';
}
