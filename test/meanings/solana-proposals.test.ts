import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, transaction, whole } from './corpus.ts';
import { type Instruction, key, number, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';

const [MULTISIG, TRANSACTION, VAULT, BOB, BATCH, PROPOSAL] = [0x41, 0x42, 0x43, 0x44, 0x45, 0x46].map(someone) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const [SOURCE, TARGET] = [someone(0x51), someone(0x52)];
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SQUADS = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf';

interface Inner {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: string;
}
const byte = (value: number) => number(value, 1);
const sized = (hex: string, length = 1) => `${number(hex.length / 2, length)}${hex}`;

/** A compiled message of Squads. The first key signs, and `writable` others may be written. */
function message(
  instructions: readonly Inner[],
  {
    lookups = '00',
    signers = 1,
    writable = 0,
    more = '',
    keys: given,
  }: {
    readonly lookups?: string;
    readonly signers?: number;
    readonly writable?: number;
    readonly more?: string;
    readonly keys?: readonly string[];
  } = {},
): string {
  const keys = given ?? [
    ...new Set([
      VAULT,
      ...instructions.flatMap(({ accounts }) => accounts),
      ...instructions.map(({ program }) => program),
    ]),
  ];
  const compiled = instructions.map(
    ({ program, accounts, data }) =>
      `${byte(keys.indexOf(program))}${sized(accounts.map((each) => byte(keys.indexOf(each))).join(''))}${sized(data, 2)}`,
  );
  const list = (items: readonly string[]) => `${byte(items.length)}${items.join('')}`;
  return `${byte(signers)}${byte(signers)}${byte(writable)}${list(keys.map(key))}${list(compiled)}${lookups}${more}`;
}

const create = (inner: string, memo = '00', ephemeral = 0): Instruction => ({
  program: SQUADS,
  accounts: [[MULTISIG, 'w'], [TRANSACTION, 'w'], [PAYER, 'sw'], [PAYER, 'sw'], PROGRAMS.system],
  data: `30fa4ea8d0e2dad3${byte(0)}${byte(ephemeral)}${sized(inner, 4)}${memo}`,
});
const add = (inner: string): Instruction => ({
  program: SQUADS,
  accounts: [MULTISIG, PROPOSAL, [BATCH, 'w'], [TRANSACTION, 'w'], [PAYER, 'sw'], [PAYER, 'sw'], PROGRAMS.system],
  data: `5964e0124546364c${byte(0)}${sized(inner, 4)}`,
});
const told = (...instructions: readonly Instruction[]) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions));
const send: Inner = {
  program: PROGRAMS.system,
  accounts: [VAULT, BOB],
  data: `${u32(2)}${u64(1_500_000_000)}`,
};
const pay: Inner = {
  program: PROGRAMS.token,
  accounts: [SOURCE, USDC, TARGET, VAULT],
  data: `0c${u64(12_340_000)}06`,
};
const unknown: Inner = { program: someone(0x77), accounts: [VAULT], data: 'e445a52e51cb9a1d' };
const memo: Inner = { program: PROGRAMS.memo, accounts: [], data: hexEncode(utf8Encode('salaries')) };

corpus('solana-proposals', {
  'SOL to somebody': whole(told(create(message([send])))),
  'SOL and USDC, with a memo': whole(
    told(create(message([send, pay, memo]), `01${sized(hexEncode(utf8Encode('October')), 4)}`)),
  ),
  'SOL beside SOL of the payer': whole(
    told(
      {
        program: PROGRAMS.system,
        accounts: [
          [PAYER, 'sw'],
          [TARGET, 'w'],
        ],
        data: `${u32(2)}${u64(1_000_000)}`,
      },
      create(message([send])),
    ),
  ),
  'a token account that gets a new owner': whole(
    told(create(message([{ program: PROGRAMS.token, accounts: [SOURCE, VAULT], data: `060201${key(BOB)}` }]))),
  ),
  'an instruction that nobody knows': blind(told(create(message([unknown])))),
  'an instruction that nobody knows behind one that is known': blind(told(create(message([send, unknown])))),
  'accounts of an address table': blind(
    told(create(message([send], { lookups: `${byte(1)}${key(TARGET)}${sized('03')}${sized('')}` }))),
  ),
  'no instruction': whole(told(create(message([])))),
  'a byte behind the message': blind(told(create(message([send], { more: '00' })))),
  'more signers than keys': blind(told(create(message([send], { signers: 9 })))),
  'a key twice': blind(told(create(message([send], { keys: [VAULT, BOB, PROGRAMS.system, BOB] })))),
  'an account that is not there': blind(
    told(create(`${message([send]).replace(`${byte(2)}${byte(0)}${byte(1)}`, `${byte(2)}${byte(0)}${byte(9)}`)}`)),
  ),
  'a transfer in a batch': whole(told(add(message([send])))),
  'an unknown instruction in a batch': blind(told(add(message([unknown])))),
  'a proposal that approves a proposal': blind(
    told(create(message([{ program: SQUADS, accounts: [MULTISIG, VAULT, PROPOSAL], data: '9025a488bcd82af800' }]))),
  ),
  'a proposal in a proposal': whole(
    told(
      create(
        message([
          {
            program: SQUADS,
            accounts: [MULTISIG, TARGET, VAULT, VAULT, PROGRAMS.system],
            data: `30fa4ea8d0e2dad3${byte(1)}${byte(0)}${sized(message([send]), 4)}00`,
          },
        ]),
      ),
    ),
  ),
});
