import { base58 } from '@scure/base';
import { associatedTokenAccount } from '../../electron/crypto/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { publicBytes, solanaKey } from '../unit/crypto/transactions/solana/builder.ts';
import { blind, type Case, corpus, payload, transaction, whole } from './corpus.ts';
import { type Instruction, type Named, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';

const [ALICE, BOB] = [2, 3].map((byte) => base58.encode(publicBytes(solanaKey(byte)))) as [string, string];
/** An address that is off the curve, so that no key signs for it. */
const KEYLESS = '5PjDJaGfSPJj4tFzMRCiuuAasKg5n8dJKXKenhuwZexx';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const HISTORY = 'SysvarStakeHistory1111111111111111111111111';
const at = (program: string, data: string, ...accounts: readonly Named[]): Instruction => ({ program, accounts, data });
const pay = (from: Named) => at(PROGRAMS.system, `${u32(2)}${u64(5)}`, from, [BOB, 'w']);
const move = (...authority: readonly Named[]) =>
  at(PROGRAMS.token, `0c${u64(5)}06`, [someone(0x51), 'w'], USDC, [someone(0x52), 'w'], ...authority);
const usual = at(
  PROGRAMS.token,
  `0c${u64(5)}06`,
  [associatedTokenAccount(PAYER, USDC, PROGRAMS.token), 'w'],
  ...([USDC, [someone(0x52), 'w'], PAYER] satisfies Named[]),
);
const signing = (signWith: string, ...instructions: readonly Instruction[]): Case =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions), signWith);
const sending = (signWiths: readonly string[], ...instructions: readonly Instruction[]): Case => ({
  type: 'ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2',
  parameters: { unsignedTransaction: solanaOf(instructions), signWiths, caip2: 'solana:mainnet' },
});
/** The message alone, behind the signature slots of a transaction, as older clients have it signed. */
const message = (signWith: string, ...instructions: readonly Instruction[]): Case => {
  const whole = Buffer.from(solanaOf(instructions), 'hex');
  return payload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(whole.subarray(1 + 64 * (whole[0] ?? 0))), {
    signWith,
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });
};
const withdraw = (to: string) =>
  at(PROGRAMS.stake, `${u32(4)}${u64(5)}`, [someone(0x51), 'w'], [to, 'w'], CLOCK, HISTORY, [PAYER, 's']);

corpus('solana-signers', {
  'the account pays and signs alone': whole(signing(PAYER, pay([PAYER, 'sw']))),
  'a key without an address signs': whole(signing('account', pay([PAYER, 'sw']))),
  'somebody else pays the fee': whole(signing(ALICE, pay([ALICE, 'sw']))),
  'somebody else must sign too': whole(signing(PAYER, pay([ALICE, 'sw']))),
  'an account that is no signer': blind(signing(ALICE, pay([PAYER, 'sw']))),
  'an account that is named and no signer': blind(signing(BOB, pay([PAYER, 'sw']))),
  'an account that is no signer of a message': blind(message(ALICE, pay([PAYER, 'sw']))),
  'somebody else pays the fee of a message': whole(message(ALICE, pay([ALICE, 'sw']))),
  'a signer without a key': whole(signing(PAYER, pay([KEYLESS, 'sw']))),
  'both signers sign and send': whole(sending([PAYER, ALICE], pay([ALICE, 'sw']))),
  'one of two signers signs and sends': whole(sending([PAYER], pay([ALICE, 'sw']))),
  'a stranger signs and sends': blind(sending([BOB], pay([PAYER, 'sw']))),
  'a payment of an account that does not sign': whole(signing(PAYER, pay([ALICE, 'w']))),
  'tokens of an owner that does not sign': whole(signing(PAYER, move(ALICE))),
  'tokens of an owner that is several signers': whole(signing(PAYER, move(ALICE, [BOB, 's']))),
  'tokens of the usual account of who signs': whole(signing(PAYER, usual)),
  'stake that is withdrawn to its withdrawer': whole(signing(PAYER, withdraw(PAYER))),
  'stake that is withdrawn to somebody else': whole(signing(PAYER, withdraw(BOB))),
});
