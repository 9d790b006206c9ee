import { hexEncode } from '../../../../shared/wire/index.ts';
import type { SolanaTransaction } from './wire.ts';

/** All parts of a message by name, in wire order. */
function parts(transaction: SolanaTransaction): Map<string, string> {
  const named = new Map<string, string>([
    ['version', transaction.version],
    ['header.numRequiredSignatures', String(transaction.requiredSignatures)],
    ['header.numReadonlySignedAccounts', String(transaction.readonlySigned)],
    ['header.numReadonlyUnsignedAccounts', String(transaction.readonlyUnsigned)],
  ]);
  const list = <Item>(name: string, items: readonly Item[], add: (path: string, item: Item) => void) => {
    named.set(`${name}.length`, String(items.length));
    items.forEach((item, index) => {
      add(`${name}[${index}]`, item);
    });
  };
  list('accountKeys', transaction.accountKeys, (path, key) => named.set(path, hexEncode(key)));
  named.set('recentBlockhash', hexEncode(transaction.recentBlockhash));
  if (transaction.config !== null) {
    named.set('config.mask', hexEncode(transaction.config.mask));
    for (const [name, value] of transaction.config.values) named.set(`config.${name}`, hexEncode(value));
  }
  list('instructions', transaction.instructions, (path, { programIdIndex, accounts, data }) => {
    named.set(`${path}.programIdIndex`, String(programIdIndex));
    named.set(`${path}.accounts`, hexEncode(accounts));
    named.set(`${path}.data`, hexEncode(data));
  });
  list('addressTableLookups', transaction.addressTableLookups, (path, lookup) => {
    named.set(`${path}.accountKey`, hexEncode(lookup.accountKey));
    named.set(`${path}.writableIndexes`, hexEncode(lookup.writableIndexes));
    named.set(`${path}.readonlyIndexes`, hexEncode(lookup.readonlyIndexes));
  });
  return named;
}

/** The names of a message's parts. */
export function partNames(transaction: SolanaTransaction): string[] {
  return [...parts(transaction).keys()];
}

/** The first part that differs between two messages that are not the same. Every byte of a message belongs to a part. */
export function differingPart(asked: SolanaTransaction, returned: SolanaTransaction): string {
  const wanted = parts(asked);
  return [...parts(returned)].find(([name, value]) => wanted.get(name) !== value)?.[0] ?? 'message';
}
