/** Who can sign for an account after its permissions are replaced, in words. */
import type { Finding } from '../../../../shared/model/index.ts';
import { danger } from '../../meaning.ts';
import { printableText } from '../reading.ts';
import { CONTRACTS, tronAddress } from './contracts.ts';
import type { Message } from './protobuf.ts';
import { bytesOf, numberOf } from './raw.ts';

interface Group {
  readonly message: Message;
  readonly field: string;
  readonly title: string;
}

/** A sentence for each new permission of an AccountPermissionUpdateContract: its threshold, its keys and what they may do. */
export function permissionFindings(value: Message): Finding[] {
  const groups = (name: string, title: string): Group[] =>
    (value.get(name) ?? []).flatMap(({ value: message }, index) =>
      message instanceof Map
        ? [{ message, title, field: `contract[0].${name}${name === 'actives' ? `[${index}]` : ''}` }]
        : [],
    );
  const owner = bytesOf(value, 'owner_address');
  return [
    danger('It replaces who can sign for the account. Whoever controls the new keys controls everything in it.', {
      field: 'contract[0].owner_address',
    }),
    ...[...groups('owner', 'do everything'), ...groups('witness', 'produce blocks'), ...groups('actives', '')].flatMap(
      (group) => groupFindings(group, tronAddress(owner)),
    ),
  ];
}

function groupFindings({ message, field, title }: Group, owner: string): Finding[] {
  const threshold = numberOf(message, 'threshold');
  const keys = (message.get('keys') ?? []).flatMap(({ value: key }) =>
    key instanceof Map ? [{ address: tronAddress(bytesOf(key, 'address')), weight: numberOf(key, 'weight') }] : [],
  );
  const weight = keys.reduce((sum, key) => sum + key.weight, 0n);
  const names = keys.map((key) => `${key.address} (weight ${key.weight})`).join(', ');
  const named = printableText(bytesOf(message, 'permission_name'));
  const may =
    title === '' ? `do what the permission ${named ?? 'without a name'} allows (${operationsText(message)})` : title;
  const at = { field: `${field}.threshold` };
  return [
    danger(`A weight of ${threshold} can ${may}, of the keys ${names || 'none'}.`, at),
    ...(weight < threshold
      ? [
          danger(
            `All keys together weigh ${weight}, less than the ${threshold} that are needed: nobody can ${may}.`,
            at,
          ),
        ]
      : []),
    ...(title === 'do everything' && !keys.some((key) => key.address === owner)
      ? [danger(`The key of ${owner} itself is no longer an owner.`, at)]
      : []),
  ];
}

/** Lists the kinds of contracts that may be signed. The bit of a kind is its number in ContractType. */
function operationsText(message: Message): string {
  const operations = bytesOf(message, 'operations');
  const isSet = (type: number) => (((operations[type >> 3] ?? 0) >> (type & 7)) & 1) === 1;
  const known = CONTRACTS.filter(({ type }) => isSet(Number(type)));
  const all = Array.from({ length: 8 * operations.length }, (_, type) => type).filter(isSet).length;
  const others = all - known.length;
  return [...known.map(({ name }) => name), ...(others === 0 ? [] : [`${others} more`])].join(', ') || 'nothing';
}
