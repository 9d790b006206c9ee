import { type Payment, requireChainId, type UnsignedEthereumPayment } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import { encodeCall } from '../../abi.ts';
import { ADDRESS_TABLE } from '../../addresses/index.ts';
import { Refusal } from '../../refusal.ts';
import { unsignedFeeMarket } from './index.ts';

/** The call that makes a payment: its target, its value in wei, and its data. */
export interface PaymentCall {
  /** With the checksum of EIP-55. */
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Returns the call of a payment, `transfer` of ERC-20 for a token. Throws a `Refusal` for an address with a wrong checksum. */
export function paymentCall({ to, token, units }: Payment): PaymentCall {
  const recipient = checked(to, 'to');
  if (token === null) return { to: recipient, value: BigInt(units), data: new Uint8Array() };
  const data = encodeCall('transfer(address,uint256)', recipient, BigInt(units));
  return { to: checked(token, 'token'), value: 0n, data };
}

/**
 * Returns the unsigned bytes of a payment (EIP-1559) in hex. Throws a `Refusal` for an address with a wrong checksum and
 * for an amount of zero. A priority fee above the fee and too large numbers are refused too.
 */
export function unsignedEthereumPayment(payment: UnsignedEthereumPayment): string {
  const call = paymentCall(payment);
  if (BigInt(payment.units) === 0n) throw refused('is zero', 'units');
  const { units, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = payment;
  for (const [name, text, bits] of [
    ['units', units, 256n],
    ['nonce', nonce, 64n],
    ['gasLimit', gasLimit, 64n],
    ['maxFeePerGas', maxFeePerGas, 256n],
  ] as const)
    if (BigInt(text) >> bits > 0n) throw refused(`has more than ${bits} bits`, name);
  if (BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas))
    throw refused('is more than maxFeePerGas', 'maxPriorityFeePerGas');
  return unsignedFeeMarket({
    chainId: requireChainId(payment.chain),
    nonce: BigInt(nonce),
    gasLimit: BigInt(gasLimit),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
    to: hexDecode(call.to.slice(2).toLowerCase()),
    value: call.value,
    data: call.data,
  });
}

function checked(address: string, place: string): string {
  const normalized = ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(address);
  if (normalized === null) throw refused('is an address with a wrong checksum', place);
  return normalized;
}

const refused = (why: string, place: string) => new Refusal('transaction', why, place);
