import { base58 } from '@scure/base';
import { associatedTokenAccount } from '../../electron/crypto/index.ts';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { blind, type Case, corpus, transaction, whole } from './corpus.ts';
import {
  type Instruction,
  key,
  type Named,
  number,
  PAYER,
  PROGRAMS,
  solanaOf,
  someone,
  text,
  u32,
  u64,
} from './solana-builder.ts';

const [ALICE, BOB, CAROL, DAVE] = [someone(0x49), someone(0x42), someone(0x43), someone(0x44)];
const [SOURCE, TARGET] = [someone(0x51), someone(0x52)];
const STAKE = someone(0x53);
const VOTE = someone(0x54);
const MINT = someone(0x55);
const NONCE = someone(0x56);
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const HISTORY = 'SysvarStakeHistory1111111111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';

const usdcOf = (wallet: string) => associatedTokenAccount(wallet, USDC, PROGRAMS.token);
const w = (address: string): Named => [address, 'w'];
const s = (address: string): Named => [address, 's'];
const payer: Named = [PAYER, 'sw'];
const call =
  (program: keyof typeof PROGRAMS) =>
  (data: string, ...accounts: Named[]): Instruction => ({ program: PROGRAMS[program], accounts, data });
const system = call('system');
const squads = (tag: string, data: string, ...accounts: Named[]): Instruction => ({
  program: 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
  accounts,
  data: `${tag}${data}`,
});
const token = call('token');
const token2022 = call('token2022');
const stake = call('stake');
const caseOf = (...instructions: Instruction[]) => transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions));
const version1 = (instructions: readonly Instruction[], mask: number, values: string) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions, { version: 1, config: { mask, values } }));
const send = system(`${u32(2)}${u64(1_500_000_000)}`, payer, w(ALICE));
const advance = system(u32(4), w(NONCE), BLOCKHASHES, payer);
const price = (microLamports: number) => call('budget')(`03${u64(microLamports)}`);

/** To be sent to a cluster that only the request names. */
const sent = (caip2: string): Case => ({
  type: OPERATIONS.sol_send_transaction.activityType,
  parameters: { unsignedTransaction: solanaOf([send]), signWiths: [PAYER], caip2 },
});

corpus('solana', {
  'SOL to be sent on mainnet': whole(sent('solana:mainnet')),
  'SOL to be sent on devnet': whole(sent('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')),
  'SOL to somebody': caseOf(send),
  'SOL to an address that no key signs for': caseOf(system(`${u32(2)}${u64(1)}`, payer, w(BOB))),
  'SOL to two, with a limit and a price for the computing': caseOf(
    call('budget')(`02${u32(200_000)}`),
    price(50_000),
    send,
    system(`${u32(2)}${u64(1)}`, payer, w(BOB)),
  ),
  'two prices for the computing, which the network refuses': blind(caseOf(price(1), price(1_000_000_000), send)),
  'two limits for the computing, which the network refuses': blind(
    caseOf(call('budget')(`02${u32(1)}`), call('budget')(`02${u32(1_400_000)}`), price(5_000), send),
  ),
  'a price for the computing with a byte behind it': blind(caseOf(call('budget')(`03${u64(1_000_000_000)}00`), send)),
  'a priority fee that is a mistake': caseOf(price(1_000_000_000), send),
  'a memo for an exchange': caseOf(send, call('memo')(hexEncode(utf8Encode('deposit 104882')), payer)),
  'a memo that has SOL swapped': blind(
    caseOf(send, call('memo')(hexEncode(utf8Encode('=:ETH.ETH:0x6666666666666666666666666666666666666666')))),
  ),
  'a memo in JSON': blind(caseOf(send, call('memo')(hexEncode(utf8Encode('{"swap":"all"}'))))),
  'only a memo': caseOf(call('memo')(hexEncode(utf8Encode('I owe Bob 5 SOL')), payer)),
  'a memo with a direction mark': caseOf(send, call('memo')('61e280ae62', payer)),
  'a new account for a program': caseOf(
    system(`${u32(0)}${u64(2_039_280)}${u64(165)}${key(BOB)}`, payer, [ALICE, 'sw']),
  ),
  'an account with a seed': caseOf(
    system(
      `${u32(3)}${key(PAYER)}${text('stake:0')}${u64(5_000_000_000)}${u64(200)}${key(PROGRAMS.stake)}`,
      payer,
      w(ALICE),
    ),
  ),
  'an account given to another program': caseOf(system(`${u32(1)}${key(BOB)}`, payer)),
  'a transfer by seed': caseOf(
    system(`${u32(11)}${u64(7_000_000)}${text('cold')}${key(BOB)}`, w(ALICE), payer, w(CAROL)),
  ),
  'a durable nonce': caseOf(advance, send),
  'a nonce account that changes hands': caseOf(system(`${u32(7)}${key(BOB)}`, w(NONCE), payer)),
  'a nonce account that is emptied': caseOf(
    system(`${u32(5)}${u64(1_447_680)}`, w(NONCE), w(BOB), BLOCKHASHES, RENT, payer),
  ),
  'USDC to a token account that is created': caseOf(
    call('associated')('01', payer, w(TARGET), ALICE, USDC, PROGRAMS.system, PROGRAMS.token),
    token(`0c${u64(12_340_000)}06`, w(SOURCE), USDC, w(TARGET), payer),
  ),
  'USDC to a wallet, as a payment of its own': whole(
    caseOf(
      call('associated')('01', payer, w(usdcOf(ALICE)), ALICE, USDC, PROGRAMS.system, PROGRAMS.token),
      token(`0c${u64(1_250_000_000)}06`, w(usdcOf(PAYER)), USDC, w(usdcOf(ALICE)), payer),
    ),
  ),
  'USDC with decimals that are not its own': caseOf(token(`0c${u64(12_340_000)}09`, w(SOURCE), USDC, w(TARGET), payer)),
  'a token that nobody knows, with decimals of 255': caseOf(token(`0c${u64(5)}ff`, w(SOURCE), MINT, w(TARGET), payer)),
  'a token transfer that does not name its token': caseOf(token(`03${u64(250)}`, w(SOURCE), w(TARGET), payer)),
  'an unlimited approval': caseOf(token(`04${u64(2n ** 64n - 1n)}`, w(SOURCE), BOB, payer)),
  'an approval of some USDC': caseOf(token(`0d${u64(5_000_000)}06`, w(SOURCE), USDC, BOB, payer)),
  'an approval taken back': caseOf(token('05', w(SOURCE), payer)),
  'a token account that gets a new owner': caseOf(token(`060201${key(BOB)}`, w(SOURCE), payer)),
  'a mint that nobody can mint any more': caseOf(token('060000', w(MINT), payer)),
  'a token account closed, its tokens burned': caseOf(
    token(`0f${u64(1)}00`, w(SOURCE), w(MINT), payer),
    token('09', w(SOURCE), w(PAYER), payer),
  ),
  'a token account closed for a stranger': caseOf(token('09', w(SOURCE), w(BOB), payer)),
  'a nonce account that is emptied by its authority': caseOf(
    system(`${u32(5)}${u64(1_447_680)}`, w(NONCE), w(PAYER), BLOCKHASHES, RENT, payer),
  ),
  'an address table closed for a stranger': caseOf(call('table')(u32(4), w(SOURCE), payer, w(BOB))),
  'SOL to a program': caseOf(system(`${u32(2)}${u64(1)}`, payer, w(PROGRAMS.token))),
  'USDC to an account of nobody': caseOf(
    call('associated')('01', payer, w(TARGET), PROGRAMS.system, USDC, PROGRAMS.system, PROGRAMS.token),
    token(`0c${u64(12_340_000)}06`, w(SOURCE), USDC, w(TARGET), payer),
  ),
  'SOL to the mint of a token': caseOf(system(`${u32(2)}${u64(1)}`, payer, w(USDC))),
  'Token-2022: a guard against programs taken off': caseOf(token2022('2201', w(SOURCE), payer)),
  'USDC to its own mint': caseOf(token(`0c${u64(12_340_000)}06`, w(SOURCE), w(USDC), w(USDC), payer)),
  'an approval for nobody': caseOf(token(`0d${u64(5_000_000)}06`, w(SOURCE), USDC, PROGRAMS.system, payer)),
  'Token-2022: the SOL beyond the rent for a stranger': caseOf(token2022('26', w(SOURCE), w(BOB), payer)),
  'Squads: a proposal approved': caseOf(squads('9025a488bcd82af8', '00', w(ALICE), payer, w(BOB))),
  'Squads: a proposal rejected': caseOf(squads('f33e869ce66af687', '00', w(ALICE), payer, w(BOB))),
  'Squads: a change of the members proposed': caseOf(
    squads(
      '9bec57e4894b5127',
      `${u32(2)}00${key(CAROL)}0702${number(1, 2)}00`,
      w(ALICE),
      w(TARGET),
      payer,
      payer,
      PROGRAMS.system,
    ),
  ),
  'Squads: a transaction proposed': caseOf(
    squads('30fa4ea8d0e2dad3', `0000${u32(3)}01020300`, w(ALICE), w(TARGET), payer, payer, PROGRAMS.system),
  ),
  'tokens minted by an authority that signs beside the payer': caseOf(
    token(`0e${u64(1_000_000)}06`, w(MINT), w(TARGET), s(ALICE)),
  ),
  'Token-2022: a transfer with its fee': caseOf(
    token2022(`1a01${u64(1_000_000)}06${u64(2_500)}`, w(SOURCE), MINT, w(TARGET), payer),
  ),
  'Token-2022: a transfer whose fee is all of it': caseOf(
    token2022(`1a01${u64(1_000_000)}06${u64(1_000_000)}`, w(SOURCE), MINT, w(TARGET), payer),
  ),
  'Token-2022: a transfer by another authority, with accounts for a hook': caseOf(
    token2022(`0c${u64(1_000_000)}06`, w(SOURCE), MINT, w(TARGET), s(ALICE), CAROL, DAVE),
  ),
  'Token-2022: a mint with a permanent delegate': caseOf(
    token2022(`23${key(BOB)}`, w(MINT)),
    token2022(`1406${key(PAYER)}00`, w(MINT)),
  ),
  'Token-2022: a transfer hook replaced': caseOf(token2022(`2401${key(CAROL)}`, w(MINT), payer)),
  'Token-2022: a confidential transfer, which is not read here': caseOf(
    token2022('1b0742', w(SOURCE), MINT, w(TARGET), payer),
  ),
  'stake delegated to a validator': caseOf(stake(u32(2), w(STAKE), VOTE, CLOCK, HISTORY, RENT, payer)),
  'stake split and taken out of use': caseOf(
    stake(`${u32(3)}${u64(1_000_000_000)}`, w(STAKE), w(BOB), payer),
    stake(u32(5), w(BOB), CLOCK, payer),
  ),
  'stake withdrawn': caseOf(stake(`${u32(4)}${u64(3_000_000_000)}`, w(STAKE), w(ALICE), CLOCK, HISTORY, payer)),
  'stake merged': caseOf(stake(u32(7), w(STAKE), w(BOB), CLOCK, HISTORY, payer)),
  'stake that gets a new withdrawer': caseOf(stake(`${u32(1)}${key(BOB)}${u32(1)}`, w(STAKE), CLOCK, payer)),
  'a stake account that is locked up with somebody': caseOf(
    stake(`${u32(0)}${key(PAYER)}${key(PAYER)}${u64(1_900_000_000)}${u64(900)}${key(BOB)}`, w(STAKE), RENT),
  ),
  'a lockup set': caseOf(stake(`${u32(6)}01${u64(1_900_000_000)}0000`, w(STAKE), payer)),
  'a vote account that gets a new withdrawer': caseOf(
    call('vote')(`${u32(1)}${key(BOB)}${u32(1)}`, w(VOTE), CLOCK, payer),
  ),
  'a program replaced': caseOf(call('loader')(u32(3), w(SOURCE), w(DAVE), w(TARGET), w(PAYER), RENT, CLOCK, payer)),
  'a program that gets no authority any more': caseOf(call('loader')(u32(4), w(SOURCE), payer)),
  'an address table that gets addresses': caseOf(
    call('table')(`${u32(2)}${u64(2)}${key(ALICE)}${key(BOB)}`, w(SOURCE), payer, payer, PROGRAMS.system),
  ),
  'a program that nobody knows, with accounts of an address table': transaction(
    'TRANSACTION_TYPE_SOLANA',
    solanaOf([{ program: DAVE, accounts: [payer, w(SOURCE)], data: 'e445a52e51cb9a1d00ca9a3b00000000' }, send], {
      version: 0,
      lookups: [{ key: base58.decode(CAROL), writable: [3, 9], readonly: [0] }],
    }),
  ),
  'a signature check by the runtime, which is paid for too': caseOf(call('ed25519')(`02${number(0, 29)}`), send),
  'no instruction at all': caseOf(),
  'a system instruction with bytes after its end': caseOf(system(`${u32(2)}${u64(1)}00`, payer, w(ALICE))),
  'version 1: SOL to somebody': version1(
    [send],
    0b1_1111,
    `${u64(70_000)}${u32(200_000)}${u32(65_536)}${u32(262_144)}`,
  ),
  'version 1: a priority fee that is a mistake, and a heap': version1(
    [send],
    0b1_0111,
    `${u64(2_000_000_000)}${u32(1)}${u32(32_768)}`,
  ),
  'version 1: no limits, so that it fails': version1([send], 0, ''),
  'version 1: a compute budget that the network ignores': version1(
    [price(50_000), send],
    0b1100,
    `${u32(200_000)}${u32(65_536)}`,
  ),
  'version 1: a durable nonce, and a program that nobody knows': version1(
    [advance, { program: DAVE, accounts: [payer, w(SOURCE)], data: 'e445a52e51cb9a1d' }],
    0b1100,
    `${u32(200_000)}${u32(65_536)}`,
  ),
  'version 1: bits of the config that are not known': version1([send], 0b10_0000, u32(1)),
  'version 1: half a priority fee': version1([send], 0b1, u32(1)),
  'version 1: a heap of an odd size': version1([send], 0b1_0000, u32(33_000)),
  'version 1: bytes behind the signatures': transaction(
    'TRANSACTION_TYPE_SOLANA',
    `${solanaOf([send], { version: 1 })}00`,
  ),
  'a message of a version to come': transaction('TRANSACTION_TYPE_SOLANA', solanaOf([send], { version: 2 })),
  'a transaction that is cut off': transaction('TRANSACTION_TYPE_SOLANA', solanaOf([send]).slice(0, -8)),
});
