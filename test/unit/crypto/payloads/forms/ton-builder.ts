/** Builds cells of TON, and what its wallets verify. */
import { createHash } from 'node:crypto';

export interface TonCell {
  readonly bits: string;
  readonly references: readonly TonCell[];
}

/** A cell of bits, as text of 0 and 1. */
export const cell = (bits = '', ...references: readonly TonCell[]): TonCell => ({ bits, references });
export const uint = (value: bigint | number, length: number): string =>
  length === 0 ? '' : BigInt.asUintN(length, BigInt(value)).toString(2).padStart(length, '0');
export const bitsOf = (bytes: Uint8Array): string => [...bytes].map((byte) => uint(byte, 8)).join('');
export const text = (letters: string): string => bitsOf(Buffer.from(letters));
/** An amount in as few bytes as it needs, or in `length` of them. */
export function coins(value: bigint | number, length?: number): string {
  const least = BigInt(value) === 0n ? 0 : Math.ceil(BigInt(value).toString(16).length / 2);
  return uint(length ?? least, 4) + uint(value, 8 * (length ?? least));
}
/** The raw address of a hash of one byte, on the basic chain. */
export const address = (byte: number, chain = 0): string => `100${uint(chain, 8)}${uint(byte, 8).repeat(32)}`;
export const NO_ADDRESS = '00';

/** The two bytes before a cell, and its bits with those that complete them. */
function head({ bits, references }: TonCell): Buffer {
  const completed = bits.length % 8 === 0 ? bits : `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0');
  const data = Buffer.from((completed.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return Buffer.concat([Buffer.of(references.length, Math.floor(bits.length / 8) + Math.ceil(bits.length / 8)), data]);
}
const depthOf = ({ references }: TonCell): number =>
  references.reduce((deepest, each) => Math.max(deepest, depthOf(each) + 1), 0);
/** The representation hash. */
export function hashOf(one: TonCell): Buffer {
  const depths = one.references.map((each) => Buffer.of(depthOf(each) >> 8, depthOf(each) & 0xff));
  const all = Buffer.concat([head(one), ...depths, ...one.references.map(hashOf)]);
  return createHash('sha256').update(all).digest();
}

/** Each cell once, behind those that refer to it. */
function ordered(root: TonCell): TonCell[] {
  const found = new Map<string, TonCell>();
  const visit = (one: TonCell) => {
    const key = hashOf(one).toString('hex');
    found.delete(key);
    found.set(key, one);
    for (const each of one.references) visit(each);
  };
  visit(root);
  return [...found.values()];
}

export interface Bag {
  readonly hasIndex?: boolean;
  readonly hasChecksum?: boolean;
}

/** The bag of a tree. */
export function bag(root: TonCell, { hasIndex = false, hasChecksum = false }: Bag = {}): Buffer {
  const cells = ordered(root);
  const place = new Map(cells.map((one, index) => [hashOf(one).toString('hex'), index]));
  const sizeOf = (value: number) => (value > 255 ? 2 : 1);
  const write = (size: number) => (value: number) =>
    size === 1 ? Buffer.of(value) : Buffer.of(value >> 8, value & 0xff);
  const count = write(sizeOf(cells.length));
  const written = cells.map((one) =>
    Buffer.concat([head(one), ...one.references.map((each) => count(place.get(hashOf(each).toString('hex')) ?? 0))]),
  );
  const length = Buffer.concat(written).length;
  const number = write(sizeOf(length));
  let end = 0;
  const ends = written.map((one) => {
    end += one.length;
    return number(end);
  });
  const body = Buffer.concat([
    Buffer.from('b5ee9c72', 'hex'),
    Buffer.of((hasIndex ? 0x80 : 0) | (hasChecksum ? 0x40 : 0) | sizeOf(cells.length), sizeOf(length)),
    ...[cells.length, 1, 0].map(count),
    number(length),
    count(0),
    ...(hasIndex ? ends : []),
    ...written,
  ]);
  return hasChecksum ? Buffer.concat([body, checksum(body)]) : body;
}

/** CRC-32C, the lowest byte first. */
function checksum(bytes: Uint8Array): Buffer {
  let sum = 0xffffffff;
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = ((sum ^ (byte >> bit)) & 1) === 1;
      sum = isOdd ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
    }
  const four = Buffer.alloc(4);
  four.writeUInt32LE(~sum >>> 0);
  return four;
}

export interface TonMessage {
  readonly begin?: string;
  readonly to?: string;
  readonly amount?: bigint;
  /** The members between the amount and the code. */
  readonly rest?: string;
  readonly init?: string;
  readonly body?: TonCell;
  /** A body in the cell of the message itself. */
  readonly inline?: TonCell;
  readonly references?: readonly TonCell[];
}

const NOT_SET = `0${coins(0)}${coins(0)}${uint(0, 64)}${uint(0, 32)}`;

/** A message to another account: not routed by hypercube, bounced if it is refused. */
export function message(given: TonMessage = {}): TonCell {
  const { begin = '0110', to = address(0x47), amount = 1_500_000_000n, rest = NOT_SET, init = '0' } = given;
  const { body, inline = cell(), references = [] } = given;
  const bits = `${begin}${NO_ADDRESS}${to}${coins(amount)}${rest}${init}`;
  return body === undefined
    ? cell(`${bits}0${inline.bits}`, ...references, ...inline.references)
    : cell(`${bits}1`, ...references, body);
}

/** A comment whose parts are cells, each in the one before it. */
export function comment(...parts: readonly string[]): TonCell {
  const [first = '', ...others] = parts;
  const chain = (left: readonly string[]): TonCell[] =>
    left.length === 0 ? [] : [cell(text(left[0] ?? ''), ...chain(left.slice(1)))];
  return cell(uint(0, 32) + text(first), ...chain(others));
}

/** A transfer of a token (TEP-74) or of an NFT, with an address that gets the rest. */
export const tokenTransfer = (
  units: bigint | null,
  more: Partial<Record<'to' | 'rest' | 'custom', string>> & { readonly forward?: string } = {},
  ...references: readonly TonCell[]
): TonCell =>
  cell(
    uint(units === null ? 0x5fcc3d14 : 0x0f8a7ea5, 32) +
      uint(7, 64) +
      (units === null ? '' : coins(units)) +
      (more.to ?? address(0x66)) +
      (more.rest ?? NO_ADDRESS) +
      (more.custom ?? '0') +
      (more.forward ?? `${coins(1)}0`),
    ...references,
  );

export interface Head {
  readonly walletId?: number;
  readonly validUntil?: number;
  readonly sequence?: number;
}

const WALLET_ID = 698_983_191;
const headOf = ({ walletId = WALLET_ID, validUntil = 1_745_383_655, sequence = 7 }: Head): string =>
  uint(walletId, 32) + uint(validUntil, 32) + uint(sequence, 32);

export interface Sent {
  readonly mode?: number;
  readonly message?: TonCell;
}

const modes = (all: readonly Sent[]): string => all.map(({ mode = 3 }) => uint(mode, 8)).join('');
const cells = (all: readonly Sent[]): TonCell[] => all.map((each) => each.message ?? message());

export const wallet3 = (all: readonly Sent[], given: Head = {}): TonCell =>
  cell(headOf(given) + modes(all), ...cells(all));
export const wallet4 = (all: readonly Sent[], given: Head = {}): TonCell =>
  cell(headOf(given) + uint(0, 8) + modes(all), ...cells(all));
/** An operation of version 4 other than sending. */
export const plugin = (operation: number, bits: string, ...references: readonly TonCell[]): TonCell =>
  cell(headOf({}) + uint(operation, 8) + bits, ...references);
/** The account and the amount of a plugin. */
export const pluginOf = (byte: number): string => address(byte).slice(3) + coins(1) + uint(0, 64);

const ACTION = 0x0ec3c86d;
export const actions = (all: readonly Sent[]): TonCell =>
  all.reduce(
    (previous, { mode = 3, message: sent = message() }) => cell(uint(ACTION, 32) + uint(mode, 8), previous, sent),
    cell(),
  );
const MAIN = 2_147_483_409;

/** `changes` are bits of the account’s changes, each in the cell of the one before it. */
export function wallet5(
  all: readonly Sent[],
  changes: readonly string[] = [],
  { operation = 0x7369676e, walletId = MAIN, ...given }: Head & { readonly operation?: number } = {},
): TonCell {
  const [first, ...others] = changes;
  const chain = (left: readonly string[]): TonCell[] =>
    left.length === 0 ? [] : [cell(left[0] ?? '', ...chain(left.slice(1)))];
  return cell(
    `${uint(operation, 32)}${headOf({ walletId, ...given })}${all.length > 0 ? '1' : '0'}${first === undefined ? '0' : `1${first}`}`,
    ...(all.length > 0 ? [actions(all)] : []),
    ...chain(others),
  );
}
export const addExtension = (byte: number): string => uint(2, 8) + address(byte);
export const removeExtension = (byte: number): string => uint(3, 8) + address(byte);
export const setSignatures = (isAllowed: boolean): string => uint(4, 8) + (isAllowed ? '1' : '0');
