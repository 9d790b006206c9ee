/**
 * Calls packed in bytes instead of arguments: those of Safe's MultiSend and ERC-7579 accounts, and account creation.
 */

import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { abiOf, calledFunction } from '../../crypto/index.ts';
import { membersOf } from './descriptors/paths.ts';
import type { CallsInside, PackedCall } from './standard.ts';

const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;
const SELECTOR = new Uint8Array(4);
/** Before the data of a call in MultiSend: operation, address, value and length. */
const HEAD_BYTES = 1 + ADDRESS_BYTES + 2 * WORD_BYTES;
/** The first byte of a mode of ERC-7579. */
const BATCH = 0x01;
const DELEGATE = 0xff;

/**
 * Parses the consecutive calls of MultiSend. Empty when one is cut off or has an unknown operation. From version 1.5.0 on, the zero
 * address is the Safe itself, so calls with that address are not explained either.
 */
export function multiSendCalls(bytes: Uint8Array): readonly PackedCall[] {
  const calls: PackedCall[] = [];
  for (let at = 0; at < bytes.length; ) {
    const operation = bytes[at];
    const length = numberIn(bytes, at + HEAD_BYTES - WORD_BYTES);
    const start = at + HEAD_BYTES;
    if (start > bytes.length || length > BigInt(bytes.length - start) || operation === undefined || operation > 1)
      return [];
    at = start + Number(length);
    if (isZero(bytes.subarray(start - HEAD_BYTES + 1, start - HEAD_BYTES + 1 + ADDRESS_BYTES))) return [];
    calls.push({
      to: bytes.subarray(start - HEAD_BYTES + 1, start - HEAD_BYTES + 1 + ADDRESS_BYTES),
      value: numberIn(bytes, start - 2 * WORD_BYTES),
      data: bytes.subarray(start, at),
      isDelegate: operation === 1,
    });
  }
  return calls;
}

/**
 * After the call type in a mode: one byte for the handling of a failed call, and zeros. ERC-7821 has a selector behind
 * four zeros.
 */
const MODE = /^(?:00|01|ff)0[01]0{60}$/;
const MODE_7821 = /^010[01]0{8}782100010{44}$/;

/**
 * Parses the calls that an ERC-7579 or ERC-7821 account runs in a mode of 32 bytes. Empty when mode or bytes are
 * malformed. Only ERC-7821 reads the zero address as the account itself, so a batch with that address is not explained.
 */
export function executions(mode: Uint8Array, bytes: Uint8Array): readonly PackedCall[] {
  const digits = hexEncode(mode);
  if (MODE_7821.test(digits) || (MODE.test(digits) && mode[0] === BATCH)) {
    const calls = batch(bytes);
    return calls.some(({ to }) => isZero(to)) ? [] : calls;
  }
  const isDelegate = mode[0] === DELEGATE;
  const start = ADDRESS_BYTES + (isDelegate ? 0 : WORD_BYTES);
  if (!MODE.test(digits) || bytes.length < start) return [];
  return [
    {
      to: bytes.subarray(0, ADDRESS_BYTES),
      value: isDelegate ? 0n : numberIn(bytes, ADDRESS_BYTES),
      data: bytes.subarray(start),
      isDelegate,
    },
  ];
}

let factories: ReturnType<typeof abiOf> | null = null;

/**
 * The call of a factory that makes an account (`initCode` of ERC-4337). The contract of user operations makes it, and
 * not the account. Empty for any function that is not one to make accounts.
 */
function factoryCall(bytes: Uint8Array): readonly PackedCall[] {
  const data = bytes.subarray(ADDRESS_BYTES);
  factories ??= abiOf([
    'createAccount(address owner, uint256 salt)',
    'createAccount(bytes[] owners, uint256 nonce)',
    'createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  ]);
  if (calledFunction(factories, data) === undefined) return [];
  return [{ to: bytes.subarray(0, ADDRESS_BYTES), value: 0n, data, isDelegate: false }];
}

/** The place of the call that makes an account, in a user operation or in each of a list. */
export const initCode = (
  list: string | null,
  isOptional: NonNullable<CallsInside['isOptional']> = isEmpty,
): CallsInside => ({
  list,
  to: null,
  data: 'initCode',
  value: null,
  isOptional,
  unpack: factoryCall,
  undecodedText:
    'The steps before the account acts are not known: initCode does not call a function that makes accounts. It can also name the code that the account runs (EIP-7702).',
});

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.length === 0;
}

/** Returns true for no account to make, also where the account runs code by EIP-7702: 0x7702 and zeros. */
export function makesNoAccount(bytes: Uint8Array): boolean {
  return isEmpty(bytes) || (bytes.length <= ADDRESS_BYTES && /^77020*$/.test(hexEncode(bytes)));
}

let batches: ReturnType<typeof abiOf> | null = null;

function batch(bytes: Uint8Array): readonly PackedCall[] {
  batches ??= abiOf(['batch((address target, uint256 value, bytes callData)[] calls)']);
  const [called] = batches.values();
  const data = new Uint8Array(SELECTOR.length + bytes.length);
  data.set(bytes, SELECTOR.length);
  return membersOf(called?.decode(data)?.[0]).map((each) => {
    const [to, value, callData] = membersOf(each).map((member) => member.value);
    return {
      to: hexDecode(String(to).slice(2).toLowerCase()),
      value: typeof value === 'bigint' ? value : 0n,
      data: callData instanceof Uint8Array ? callData : new Uint8Array(0),
      isDelegate: false,
    };
  });
}

const isZero = (address: Uint8Array) => address.every((byte) => byte === 0);

/** A big-endian word of 32 bytes. 0 beyond the end. */
function numberIn(bytes: Uint8Array, at: number): bigint {
  return bytes.subarray(at, at + WORD_BYTES).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}
