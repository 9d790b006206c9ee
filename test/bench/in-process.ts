import { addressGroups, namingContenders } from './addresses.ts';
import { derivationContenders } from './derivation.ts';
import { historyContenders } from './history.ts';
import type { Contender } from './measure.ts';
import { signatureGroups } from './signatures.ts';
import { bitcoinTransactionContenders } from './transactions-bitcoin.ts';
import { ethereumTransactionContenders, tempoTransactionContenders } from './transactions-evm.ts';
import { solanaTransactionContenders, tronTransactionContenders } from './transactions-other.ts';

/** Contenders that are measured side by side, under one heading of the report. */
interface ContenderGroup {
  readonly title: string;
  readonly contenders: readonly Contender[];
}

/** Returns the groups that need neither Electron nor a process of its own. Throws when a contender gives a wrong result. */
export async function inProcessGroups(): Promise<readonly ContenderGroup[]> {
  return [
    ...signatureGroups(),
    { title: 'Transactions signed, Ethereum', contenders: ethereumTransactionContenders() },
    { title: 'Transactions signed, Tempo', contenders: tempoTransactionContenders() },
    { title: 'Transactions signed, Bitcoin', contenders: bitcoinTransactionContenders() },
    { title: 'Transactions signed, Solana', contenders: solanaTransactionContenders() },
    { title: 'Transactions signed, Tron', contenders: tronTransactionContenders() },
    { title: 'Accounts of one wallet derived, secp256k1', contenders: derivationContenders() },
    { title: 'Blocks of 200 transactions read for 1,000 addresses', contenders: historyContenders() },
    { title: 'The address book at its largest', contenders: namingContenders() },
    ...(await addressGroups()),
  ];
}
