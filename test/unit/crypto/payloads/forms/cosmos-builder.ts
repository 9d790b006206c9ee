/** Builds the sign documents of Cosmos chains. */
export const SENDER = 'cosmos1p5xs6rgdp5xs6rgdp5xs6rgdp5xs6rgdv040zn';
export const RECIPIENT = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu';
export const VALIDATOR = 'cosmosvaloper1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc56kct20';
export const coin = (amount: string, denom = 'uatom') => ({ amount, denom });

type Members = Readonly<Record<string, unknown>>;

export const send = {
  type: 'cosmos-sdk/MsgSend',
  value: { amount: [coin('1000000000000')], from_address: SENDER, to_address: RECIPIENT },
};

export const document = (msgs: readonly unknown[], changes: Members = {}): Members => ({
  account_number: '7',
  chain_id: 'cosmoshub-4',
  fee: { amount: [coin('5000')], gas: '200000' },
  memo: '',
  msgs,
  sequence: '3',
  ...changes,
});

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
        )
      : value;

/** The spelling that is signed. */
export const amino = (msgs: readonly unknown[], changes: Members = {}): string =>
  JSON.stringify(sorted(document(msgs, changes)));

/** A message after ADR-36. */
export const arbitrary = (text: string, signer = SENDER): string =>
  amino([{ type: 'sign/MsgSignData', value: { data: Buffer.from(text).toString('base64'), signer } }], {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    sequence: '0',
  });

export type Field = readonly [number: number, value: bigint | string | Uint8Array];

function varint(value: bigint): number[] {
  return value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...varint(value >> 7n)];
}

/** A protobuf message of numbers, texts and messages. */
export function proto(...fields: readonly Field[]): Buffer {
  return Buffer.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'bigint') return [...varint(BigInt(number) << 3n), ...varint(value)];
      const bytes = Buffer.from(value as Uint8Array);
      return [...varint((BigInt(number) << 3n) | 2n), ...varint(BigInt(bytes.length)), ...bytes];
    }),
  );
}

const protoCoin = (amount: string, denom = 'uatom') => proto([1, denom], [2, amount]);
export const any = (url: string, value: Uint8Array) => proto([1, url], [2, value]);
export const sendAny = any(
  '/cosmos.bank.v1beta1.MsgSend',
  proto([1, SENDER], [2, RECIPIENT], [3, protoCoin('1000000000000')]),
);
export const voteAny = any('/cosmos.gov.v1beta1.MsgVote', proto([1, 12n], [2, SENDER], [3, 1n]));
export const transferAny = (memo: string) =>
  any(
    '/ibc.applications.transfer.v1.MsgTransfer',
    proto(
      [1, 'transfer'],
      [2, 'channel-141'],
      [3, protoCoin('2500000')],
      [4, SENDER],
      [5, 'osmo1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5helwsw'],
      [7, 1_745_383_555_000_000_000n],
      [8, memo],
    ),
  );

const AUTH = proto(
  [1, proto([2, proto([1, proto([1, 1n])])], [3, 3n])],
  [2, proto([1, protoCoin('5000')], [2, 200_000n])],
);

/** A SignDoc. */
export const direct = (messages: readonly Uint8Array[], body: readonly Field[] = [], auth: Uint8Array = AUTH): Buffer =>
  proto([1, proto(...messages.map((message): Field => [1, message]), ...body)], [2, auth], [3, 'cosmoshub-4'], [4, 7n]);
