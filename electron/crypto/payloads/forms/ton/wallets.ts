/** Requests that wallets of TON verify: the wallet, the time, the messages. Versions 3R2, 4R2 and 5R1 are read. */
import type { AddressFormat } from '../../../../../shared/model/index.ts';
import { Refusal } from '../../../refusal.ts';
import type { Read } from '../bcs.ts';
import { type CellReader, cellReader } from './cell-reader.ts';
import type { Cell } from './cells.ts';
import { type Message, readMessage } from './messages.ts';
import { accountIn, address, coins } from './values.ts';

/** A message and the flags with which it is sent. */
export interface Sending {
  readonly mode: Read<number>;
  readonly message: Message;
}

/** A change of the account itself. */
export type Change =
  | { readonly kind: 'extension' | 'plugin'; readonly isAdded: boolean; readonly account: Read<string> }
  | { readonly kind: 'new plugin' }
  | { readonly kind: 'signatures'; readonly isAllowed: Read<boolean> };

export interface WalletRequest {
  readonly version: '3R2' | '4R2' | '5R1';
  readonly format: AddressFormat;
  /** Distinguishes the wallets of one key. */
  readonly walletId: Read<number>;
  /** Seconds since 1970. */
  readonly validUntil: Read<number>;
  readonly sequence: Read<number>;
  /** True when another account brings it, and pays the fee. */
  readonly isRelayed: boolean;
  readonly sendings: readonly Sending[];
  readonly changes: readonly Change[];
}

const MODE_BITS = 8;
/** The wallet id, the time and the sequence number. */
const HEAD_BITS = 96;
const SIGNED_EXTERNAL = 0x7369676e;
const SIGNED_INTERNAL = 0x73696e74;
const SEND_MESSAGE = 0x0ec3c86d;
const MAXIMUM_ACTIONS = 255;

/** Reads the request that a wallet verifies. Throws a `Refusal` for another cell. */
export function readWalletRequest(cell: Cell): WalletRequest {
  const { bits, references } = cell;
  const count = references.length;
  // Messages of version 5 end within a byte, and those of version 3 have nothing but a mode for each reference.
  if (bits % 8 !== 0 && bits > HEAD_BITS && isSigned(cellReader(cell).number(32))) return readVersion5(cell);
  const reader = cellReader(cell);
  const head = readHead(reader);
  if (count > 0 && bits === HEAD_BITS + MODE_BITS * count)
    return {
      ...head,
      version: '3R2',
      format: 'ADDRESS_FORMAT_TON_V3R2',
      isRelayed: false,
      sendings: readSendings(reader),
      changes: [],
    };
  return {
    ...head,
    version: '4R2',
    format: 'ADDRESS_FORMAT_TON_V4R2',
    isRelayed: false,
    ...readVersion4(reader),
  };
}

const isSigned = (operation: number): boolean => operation === SIGNED_EXTERNAL || operation === SIGNED_INTERNAL;

function readHead(reader: CellReader): Pick<WalletRequest, 'walletId' | 'validUntil' | 'sequence'> {
  const number = () => reader.taken(() => reader.number(32));
  return { walletId: number(), validUntil: number(), sequence: number() };
}

/** A mode and a message for each reference, to the end of the cell. */
function readSendings(reader: CellReader): Sending[] {
  const sendings = Array.from({ length: reader.referencesLeft() }, () => ({
    mode: reader.taken(() => reader.number(MODE_BITS)),
    message: readMessage(reader.reference()),
  }));
  reader.end();
  if (sendings.length === 0) throw refusal('it sends nothing');
  return sendings;
}

function readVersion4(reader: CellReader): Pick<WalletRequest, 'sendings' | 'changes'> {
  const operation = reader.number(8);
  if (operation === 0) return { sendings: readSendings(reader), changes: [] };
  if (operation > 3) throw refusal('it is of no wallet that is known');
  if (operation === 1) {
    reader.bits(8);
    coins(reader);
    reader.reference();
    reader.reference();
    reader.end();
    return { sendings: [], changes: [{ kind: 'new plugin' }] };
  }
  const account = reader.taken(() => accountIn(reader));
  coins(reader);
  reader.bits(64);
  reader.end();
  return { sendings: [], changes: [{ kind: 'plugin', isAdded: operation === 2, account }] };
}

function readVersion5(cell: Cell): WalletRequest {
  const reader = cellReader(cell);
  const isRelayed = reader.number(32) === SIGNED_INTERNAL;
  const head = readHead(reader);
  const sendings = reader.bit() ? readActions(reader.reference()) : [];
  const changes = reader.bit() ? readChanges(reader) : [];
  reader.end();
  if (sendings.length === 0 && changes.length === 0) throw refusal('it sends nothing');
  return { ...head, version: '5R1', format: 'ADDRESS_FORMAT_TON_V5R1', isRelayed, sendings, changes };
}

/** The list of messages, of which the first one is in the innermost cell. */
function readActions(last: Cell): Sending[] {
  const sendings: Sending[] = [];
  let cell = last;
  while (cell.bits > 0 || cell.references.length > 0) {
    const reader = cellReader(cell);
    cell = reader.reference();
    if (reader.number(32) !== SEND_MESSAGE) throw refusal('it has an action that no wallet takes');
    const mode = reader.taken(() => reader.number(MODE_BITS));
    sendings.unshift({ mode, message: readMessage(reader.reference()) });
    reader.end();
    if (sendings.length > MAXIMUM_ACTIONS) throw refusal(`it has more than ${MAXIMUM_ACTIONS} actions`);
  }
  return sendings;
}

/** Changes of the account: one in this cell, and each other one in the cell that the last one refers to. */
function readChanges(reader: CellReader): Change[] {
  const changes = [readChange(reader)];
  for (let current = reader; current.referencesLeft() > 0; ) {
    const next = cellReader(current.reference());
    changes.push(readChange(next));
    if (current !== reader) current.end();
    current = next;
    if (changes.length > MAXIMUM_ACTIONS) throw refusal(`it has more than ${MAXIMUM_ACTIONS} actions`);
    if (current.referencesLeft() === 0) current.end();
  }
  return changes;
}

function readChange(reader: CellReader): Change {
  const operation = reader.number(8);
  if (operation === 4) return { kind: 'signatures', isAllowed: reader.taken(() => reader.bit()) };
  if (operation !== 2 && operation !== 3) throw refusal('it has an action that no wallet takes');
  return { kind: 'extension', isAdded: operation === 2, account: reader.taken(() => address(reader)) };
}

const refusal = (reason: string) => new Refusal('payload', reason);
