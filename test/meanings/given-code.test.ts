/** Calls beside authorizations (EIP-7702): the code that they run is given to an account in the same transaction. */
import { RLP } from 'micro-eth-signer/core/rlp.js';
import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { addressOf } from '../../electron/crypto/index.ts';
import { keccak256 } from '../../electron/crypto/keccak.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { developmentKey } from '../unit/crypto/transactions/ethereum/arbitrary.ts';
import { blind, type Case, corpus, transaction, whole } from './corpus.ts';
import { ALICE, BOB, encodeCall, OPERATOR, USDC } from './evm-calls.ts';

const KEY = developmentKey();
const ACCOUNT = addressOf('ADDRESS_FORMAT_ETHEREUM', KEY.publicKey);
const CODE = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B';
const NONE = `0x${'0'.repeat(40)}`;
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';

type Authorization = readonly (number | bigint | string)[];
const encoded = (items: readonly unknown[]) => hexEncode(RLP.encode(items as Parameters<typeof RLP.encode>[0]));
const number = (bytes: Uint8Array) => BigInt(`0x${hexEncode(bytes)}`);

/** An authorization that the account signed. */
function authorized(chain: number, address = CODE, nonce = 1): Authorization {
  const items = [chain, address, nonce];
  const { r, s, recovery } = signDigest('CURVE_SECP256K1', KEY.privateKey, keccak256(hexDecode(`05${encoded(items)}`)));
  return [...items, recovery, number(r), number(s)];
}
const calling = (to: string, data: Uint8Array, ...list: readonly Authorization[]): Case =>
  transaction(
    'TRANSACTION_TYPE_ETHEREUM',
    `04${encoded([1, 7, 1_000_000_000n, 30_000_000_000n, 250_000, to, 0n, data, [], list])}`,
    OPERATOR,
  );

const transfer = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5n });
const batch = encodeCall('executeBatch((address target, uint256 value, bytes data)[] calls)', [
  { target: USDC, value: 0n, data: transfer },
]);
const within = (target: string) =>
  encodeCall('aggregate3((address target, bool allowFailure, bytes callData)[] calls)', [
    { target, allowFailure: false, callData: transfer },
  ]);
/** More authorizations than are read by their signers. */
const many = Array.from({ length: 257 }, (): Authorization => [1, CODE, 1, 0, 5n, 5n]);

corpus('given-code', {
  'words of a token at the account': blind(calling(ACCOUNT, transfer, authorized(1))),
  'a batch of the account': blind(calling(ACCOUNT, batch, authorized(1))),
  'several calls at the account': blind(
    calling(ACCOUNT, encodeCall('multicall(bytes[] data)', [transfer]), authorized(1)),
  ),
  'words of a token at the account, by a contract': blind(calling(MULTICALL, within(ACCOUNT), authorized(1))),
  'code on every chain': blind(calling(ACCOUNT, transfer, authorized(0))),
  'code that is taken back, if the nonce fits': blind(
    calling(ACCOUNT, transfer, authorized(1), authorized(1, NONE, 2)),
  ),
  'two codes, of which one counts': blind(calling(ACCOUNT, transfer, authorized(1), authorized(1, ALICE, 2))),
  'code of an account that is not read': blind(calling(ALICE, transfer, ...many)),
  'a token beside code of an account that is not read': whole(calling(USDC, transfer, ...many)),
  'a token beside code of the account': whole(calling(USDC, transfer, authorized(1))),
  'coins to the account': whole(calling(ACCOUNT, new Uint8Array(), authorized(1))),
  'code on another chain': whole(calling(ACCOUNT, transfer, authorized(5))),
  'code that nobody gives': whole(calling(ACCOUNT, transfer, [1, CODE, 1, 0, 5n, 5n])),
  'code that is taken back': whole(calling(ACCOUNT, transfer, authorized(1, NONE))),
});
