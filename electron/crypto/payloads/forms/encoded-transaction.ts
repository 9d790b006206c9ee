/** Transactions of chains without a type of their own, among the bytes that a text spells. */
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { APTOS_PREFIXES, readTransaction as readAptos } from './aptos/transaction.ts';
import { refusedOr, startsWith } from './form.ts';
import { readEnvelope, readSigned } from './stellar/transaction.ts';
import { readTransaction as readSui, SUI_TRANSACTION } from './sui/transaction.ts';
import { BAG_OF_CELLS, readBag } from './ton/cells.ts';
import { MULTIPLE, readTransaction as readXrp, SINGLE } from './xrp/transaction.ts';

/** The bytes of an intent, which a transaction of Sui does not have until it is signed. */
const INTENT = SUI_TRANSACTION.subarray(0, 3);

/** Some bytes do not show their form, such as an envelope of Stellar. */
const ANY_BYTES = new Uint8Array(0);

/** The most bytes that are read. Texts can be longer. */
const MAXIMUM_BYTES = 128 * 1024;

const READERS: readonly {
  readonly title: string;
  readonly begins: readonly Uint8Array[];
  readonly read: (bytes: Uint8Array) => unknown;
}[] = [
  { title: 'Aptos transaction', begins: APTOS_PREFIXES, read: readAptos },
  { title: 'Sui transaction', begins: [SUI_TRANSACTION], read: readSui },
  {
    title: 'Sui transaction',
    begins: [SUI_TRANSACTION.subarray(INTENT.length)],
    read: (bytes) => readSui(join(INTENT, bytes)),
  },
  { title: 'message of TON', begins: [BAG_OF_CELLS], read: readBag },
  { title: 'transaction of the XRP Ledger', begins: [SINGLE, MULTIPLE], read: readXrp },
  // Programs of the XRP Ledger leave out the prefix of what is signed, and those of Stellar leave out the network.
  { title: 'transaction of the XRP Ledger', begins: [ANY_BYTES], read: (bytes) => readXrp(join(SINGLE, bytes)) },
  { title: 'transaction of Stellar', begins: [ANY_BYTES], read: readEnvelope },
  { title: 'transaction of Stellar', begins: [ANY_BYTES], read: readSigned },
];

/** Returns the title of the transaction that bytes are, or null for other bytes. */
export function encodedTransaction(bytes: Uint8Array): string | null {
  if (bytes.length > MAXIMUM_BYTES) return null;
  const found = READERS.find(
    ({ begins, read }) =>
      begins.some((prefix) => startsWith(bytes, prefix)) && !(refusedOr(() => read(bytes)) instanceof Refusal),
  );
  return found?.title ?? null;
}
