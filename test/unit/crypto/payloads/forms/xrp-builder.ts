/** Builds signing data of the XRP Ledger. */
import { createHash } from 'node:crypto';
import { base58xrp } from '@scure/base';
import { publicBytes } from '../../transactions/solana/builder.ts';
import { signer } from './builder.ts';

/** The header of each field, as bytes in hexadecimal digits. */
const HEADERS = {
  TransactionType: '12',
  SignerWeight: '13',
  NetworkID: '21',
  Flags: '22',
  SourceTag: '23',
  Sequence: '24',
  Expiration: '2a',
  TransferRate: '2b',
  WalletSize: '2c',
  DestinationTag: '2e',
  QualityIn: '2014',
  QualityOut: '2015',
  OfferSequence: '2019',
  LastLedgerSequence: '201b',
  SetFlag: '2021',
  ClearFlag: '2022',
  SignerQuorum: '2023',
  CancelAfter: '2024',
  FinishAfter: '2025',
  SettleDelay: '2027',
  TicketCount: '2028',
  TicketSequence: '2029',
  EmailHash: '41',
  WalletLocator: '57',
  AccountTxnID: '59',
  NFTokenID: '5a',
  InvoiceID: '5011',
  Channel: '5016',
  CheckID: '5018',
  NFTokenSellOffer: '501d',
  Amount: '61',
  LimitAmount: '63',
  TakerPays: '64',
  TakerGets: '65',
  Fee: '68',
  SendMax: '69',
  DeliverMin: '6a',
  Amount2: '6b',
  PublicKey: '71',
  SigningPubKey: '73',
  TxnSignature: '74',
  Domain: '77',
  Fulfillment: '7010',
  Condition: '7011',
  Account: '81',
  Owner: '82',
  Destination: '83',
  Authorize: '85',
  RegularKey: '88',
  NFTokenMinter: '89',
  Delegate: '8c',
  SignerEntries: 'f4',
  Memos: 'f9',
  TickSize: '001010',
  Paths: '0112',
  NFTokenOffers: '0413',
  Asset: '0318',
  Asset2: '0418',
} as const;
export type XrpName = keyof typeof HEADERS;
/** Whole bytes, or a number of 32 bits. */
export type XrpFields = Readonly<Partial<Record<XrpName, Uint8Array | number>>>;

export const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const uint = (value: number, length: number): Buffer => bytes(value.toString(16).padStart(2 * length, '0'));
/** Bytes behind their length, of one byte up to 192 and of two above. */
export const sized = (content: Uint8Array): Buffer => {
  const more = content.length - 193;
  const length = more < 0 ? [content.length] : [193 + (more >> 8), more & 255];
  return Buffer.concat([Buffer.from(length), content]);
};

/** The number of a type and of a field, so that fields sort. */
function order(name: XrpName): number {
  const [first = 0, ...more] = bytes(HEADERS[name]);
  const type = first >> 4 === 0 ? (more.shift() ?? 0) : first >> 4;
  return type * 256 + ((first & 15) === 0 ? (more.shift() ?? 0) : first & 15);
}

const hash160 = (content: Uint8Array) =>
  createHash('ripemd160').update(createHash('sha256').update(content).digest()).digest();
const twice = (content: Uint8Array) =>
  createHash('sha256').update(createHash('sha256').update(content).digest()).digest();
/** The address of 20 bytes. */
export function addressOf(id: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(0), id]);
  return base58xrp.encode(Buffer.concat([body, twice(body).subarray(0, 4)]));
}
/** The 20 bytes of an address. */
export const idOf = (address: string): Buffer => Buffer.from(base58xrp.decode(address).subarray(1, 21));
export const account = (address: string): Buffer => sized(idOf(address));

export const XRP_KEY = Buffer.concat([Buffer.of(0xed), publicBytes(signer)]);
export const XRP_SENDER = addressOf(hash160(XRP_KEY));
export const XRP_RECIPIENT = addressOf(Buffer.alloc(20, 0x47));
export const XRP_ISSUER = addressOf(Buffer.alloc(20, 0x11));
export const RLUSD_ISSUER = 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De';

export const drops = (count: bigint | number): Buffer => {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64BE((1n << 62n) | BigInt(count));
  return amount;
};
/** A currency of three letters, of more letters, or of 40 digits. */
export function currency(code: string): Buffer {
  if (code.length === 40) return bytes(code);
  if (code.length === 3) return Buffer.concat([Buffer.alloc(12), Buffer.from(code), Buffer.alloc(5)]);
  return Buffer.concat([Buffer.from(code), Buffer.alloc(20 - code.length)]);
}
/** An amount of 16 digits and an exponent. `issued(5n * 10n ** 15n, -15, 'USD')` is 5 USD. */
export function issued(mantissa: bigint, exponent: number, code: string, issuer = XRP_ISSUER): Buffer {
  const head = Buffer.alloc(8);
  head.writeBigUInt64BE(
    mantissa === 0n ? 1n << 63n : (1n << 63n) | (1n << 62n) | (BigInt(exponent + 97) << 54n) | mantissa,
  );
  return Buffer.concat([head, currency(code), idOf(issuer)]);
}
/** 5 of a currency. */
export const five = (code: string, issuer?: string): Buffer => issued(5n * 10n ** 15n, -15, code, issuer);

/** A list of objects. */
export const array = (header: string, ...items: readonly Uint8Array[]): Buffer =>
  Buffer.concat([...items.flatMap((item) => [bytes(header), item, bytes('e1')]), bytes('f1')]);
export const memos = (...texts: readonly (string | Uint8Array)[]): Buffer =>
  array('ea', ...texts.map((text) => Buffer.concat([bytes('7d'), sized(Buffer.from(text))])));
export const signers = (...entries: readonly (readonly [address: string, weight: number])[]): Buffer =>
  array(
    'eb',
    ...entries.map(([address, weight]) => Buffer.concat([bytes('13'), uint(weight, 2), bytes('81'), account(address)])),
  );

/** The fields in their order. */
export const object = (fields: XrpFields): Buffer =>
  Buffer.concat(
    Object.entries(fields)
      .map(([name, value]) => [name as XrpName, value] as const)
      .sort(([a], [b]) => order(a) - order(b))
      .flatMap(([name, value]) => [
        bytes(HEADERS[name]),
        typeof value === 'number' ? uint(value, name === 'TransactionType' ? 2 : name === 'TickSize' ? 1 : 4) : value,
      ]),
  );

const STX = bytes('53545800');
const SMT = bytes('534d5400');

/** Signing data of a transaction by the account of the test key. `more` replaces fields, and undefined leaves one out. */
export const xrp = (
  type: number,
  fields: XrpFields,
  more: { readonly [Name in XrpName]?: XrpFields[Name] | undefined } = {},
): Buffer => {
  const all = {
    TransactionType: type,
    Flags: 0x8000_0000,
    Sequence: 7,
    LastLedgerSequence: 90_000_000,
    Fee: drops(12),
    SigningPubKey: sized(XRP_KEY),
    Account: account(XRP_SENDER),
    ...fields,
    ...more,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return Buffer.concat([STX, object(given as XrpFields)]);
};
/** Signing data for one of several signers. */
export const xrpOfMany = (listed: string, type: number, fields: XrpFields): Buffer =>
  Buffer.concat([SMT, xrp(type, fields, { SigningPubKey: sized(Buffer.alloc(0)) }).subarray(4), idOf(listed)]);

export const PAYMENT = 0;
/** A payment of 5 XRP. */
export const xrpPayment: XrpFields = { Amount: drops(5_000_000), Destination: account(XRP_RECIPIENT) };
/** A claim of a payment channel. */
export const claim = (count: bigint): Buffer => {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64BE(count);
  return Buffer.concat([bytes('434c4d00'), Buffer.alloc(32, 0x43), amount]);
};
