import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, transaction, whole } from './corpus.ts';
import { type Instruction, key, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from './solana-builder.ts';
import {
  add,
  BOB,
  byte,
  create,
  type Inner,
  MULTISIG,
  message,
  PROPOSAL,
  SOURCE,
  SQUADS,
  send,
  sized,
  TARGET,
  USDC,
  VAULT,
} from './squads-builder.ts';

const caseOf = (...instructions: readonly Instruction[]) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf(instructions));
const pay: Inner = {
  program: PROGRAMS.token,
  accounts: [SOURCE, USDC, TARGET, VAULT],
  data: `0c${u64(12_340_000)}06`,
};
const unknown: Inner = { program: someone(0x77), accounts: [VAULT], data: 'e445a52e51cb9a1d' };
const memo: Inner = { program: PROGRAMS.memo, accounts: [], data: hexEncode(utf8Encode('salaries')) };

corpus('solana-proposals', {
  'SOL to somebody': whole(caseOf(create(message([send])))),
  'SOL and USDC, with a memo': whole(
    caseOf(create(message([send, pay, memo]), `01${sized(hexEncode(utf8Encode('October')), 4)}`)),
  ),
  'a large payment behind eleven small ones': whole(
    caseOf(
      create(
        message([
          ...Array.from({ length: 11 }, (_none, index) => ({ ...send, data: `${u32(2)}${u64(index + 1)}` })),
          { ...send, data: `${u32(2)}${u64(900_000_000_000)}` },
        ]),
      ),
    ),
  ),
  'SOL beside SOL of the payer': whole(
    caseOf(
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
    caseOf(create(message([{ program: PROGRAMS.token, accounts: [SOURCE, VAULT], data: `060201${key(BOB)}` }]))),
  ),
  'an instruction that nobody knows': blind(caseOf(create(message([unknown])))),
  'an instruction that nobody knows behind one that is known': blind(caseOf(create(message([send, unknown])))),
  'accounts of an address table': blind(
    caseOf(create(message([send], { lookups: `${byte(1)}${key(TARGET)}${sized('03')}${sized('')}` }))),
  ),
  'no instruction': whole(caseOf(create(message([])))),
  'a byte behind the message': blind(caseOf(create(message([send], { more: '00' })))),
  'more signers than keys': blind(caseOf(create(message([send], { signers: 9 })))),
  'a key twice': blind(caseOf(create(message([send], { keys: [VAULT, BOB, PROGRAMS.system, BOB] })))),
  'an account that is not there': blind(
    caseOf(create(`${message([send]).replace(`${byte(2)}${byte(0)}${byte(1)}`, `${byte(2)}${byte(0)}${byte(9)}`)}`)),
  ),
  'a transfer in a batch': whole(caseOf(add(message([send])))),
  'an unknown instruction in a batch': blind(caseOf(add(message([unknown])))),
  'a proposal that approves a proposal': blind(
    caseOf(create(message([{ program: SQUADS, accounts: [MULTISIG, VAULT, PROPOSAL], data: '9025a488bcd82af800' }]))),
  ),
  'a proposal in a proposal': whole(
    caseOf(
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
