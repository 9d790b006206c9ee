/**
 * The maximum cost of a Tron transaction, at the prices that the network has voted for (chain parameters of August
 * 2026).
 */
import { type DecodedField, decimalText } from '../../../../shared/model/index.ts';
import { row } from '../../meaning.ts';
import { lengthPrefix } from './protobuf.ts';
import { bytesOf, numberOf, type TronRaw } from './raw.ts';

const DECIMALS = 6;
/** Sun for each byte, where no free or staked bandwidth is left. */
const BYTE_PRICE = 1_000n;
/** The bytes that the network counts for the result of a contract, beside those of the signed transaction. */
const RESULT_BYTES = 64;
const SIGNATURE_BYTES = 65;
/** The contracts whose energy `fee_limit` bounds. */
export const RUNS_CODE: ReadonlySet<string> = new Set(['TriggerSmartContract', 'CreateSmartContract']);
/** The contracts that make a missing account. The bandwidth fee for it is below the fee for these bytes. */
const MAKES_ACCOUNT: ReadonlySet<string> = new Set(['TransferContract', 'TransferAssetContract']);
const NEW_ACCOUNT = 1_000_000n;
const MEMO = 1_000_000n;
const PERMISSION_UPDATE = 100_000_000n;

/** A number of sun, as TRX. */
export function trx(sun: bigint): string {
  return `${decimalText(sun, DECIMALS)} TRX`;
}

/** Returns the maximum cost of a transaction with one signature, and its parts. */
export function feeRows({ bytes, raw, rule }: TronRaw): DecodedField[] {
  const size = BigInt(
    lengthPrefix(1, bytes.length).length +
      bytes.length +
      lengthPrefix(2, SIGNATURE_BYTES).length +
      SIGNATURE_BYTES +
      RESULT_BYTES,
  );
  const energy = RUNS_CODE.has(rule.name) ? numberOf(raw, 'fee_limit') : 0n;
  const account = MAKES_ACCOUNT.has(rule.name) ? NEW_ACCOUNT : 0n;
  const memo = bytesOf(raw, 'data').length > 0 ? MEMO : 0n;
  const permissions = rule.name === 'AccountPermissionUpdateContract' ? PERMISSION_UPDATE : 0n;
  const parts: readonly (readonly [sun: bigint, what: string])[] = [
    [energy, 'energy'],
    [size * BYTE_PRICE, `${size} bytes, where no free or staked bandwidth is left`],
    [account, 'the recipient’s account, if it does not exist yet'],
    [memo, 'the memo'],
    [permissions, 'the change of permissions'],
  ];
  const charged = parts.filter(([sun]) => sun > 0n);
  return [
    row('Fee at most', trx(charged.reduce((sum, [sun]) => sum + sun, 0n)), 'amount'),
    row('Of that', charged.map(([sun, what]) => `${trx(sun)} for ${what}`).join('; ')),
  ];
}
