import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { SQUADS } from '../../../../../electron/crypto/transactions/solana/programs/squads.ts';
import { describeBody } from '../../../../../electron/vault/describe.ts';
import { hexEncode, utf8Encode } from '../../../../../shared/wire/index.ts';
import { key, number, PAYER, PROGRAMS, solanaOf, someone, u32, u64 } from '../../../../meanings/solana-builder.ts';

const PROGRAM = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf';
const [MULTISIG, PROPOSAL, TRANSACTION, BOB, VAULT] = [0x61, 0x62, 0x63, 0x64, 0x65].map(someone) as [
  string,
  string,
  string,
  string,
  string,
];
const MEMBER = PAYER;
const NO_MEMO = '00';
const memoOf = (text: string) => `01${u32(utf8Encode(text).length)}${hexEncode(utf8Encode(text))}`;
const tagOf = (name: string) => hexEncode(sha256(utf8Encode(`global:${name}`))).slice(0, 16);

/** The meaning of an instruction of the program, by its name in Rust. */
const described = (name: string, data: string, ...accounts: string[]) =>
  describeBody(
    utf8Encode(
      JSON.stringify({
        type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
        timestampMs: '1745383555000',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters: {
          signWith: PAYER,
          type: 'TRANSACTION_TYPE_SOLANA',
          unsignedTransaction: solanaOf([
            {
              program: PROGRAM,
              data: `${tagOf(name)}${data}`,
              accounts: accounts.map((each) => (each === PAYER ? ([each, 'sw'] as const) : each)),
            },
          ]),
        },
      }),
    ),
  );
const textsOf = ({ findings }: ReturnType<typeof described>) => findings.map(({ text }) => text).join(' ');

describe('the instructions of Squads', () => {
  it.each(Object.entries(SQUADS.instructions))(
    'are selected by the discriminator of their name: %s',
    (tag, { name }) => {
      const rust = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/_v2$/, '_v2');
      expect(tag).toBe(tagOf(rust));
    },
  );

  it('are those of public clients', () => {
    const names = Object.fromEntries(Object.entries(SQUADS.instructions).map(([tag, { name }]) => [name, tag]));
    expect(names).toMatchObject({
      proposalApprove: '9025a488bcd82af8',
      proposalReject: 'f33e869ce66af687',
      proposalCancel: '1b2a7fed26a354cb',
      proposalCancelV2: 'cd29c23ddc8b10f7',
      vaultTransactionCreate: '30fa4ea8d0e2dad3',
      vaultTransactionExecute: 'c208a15799a419ab',
      configTransactionCreate: '9bec57e4894b5127',
      configTransactionExecute: '7292f4bdfc8c2428',
      multisigCreateV2: '32ddc75d28f58be9',
      spendingLimitUse: '1039827fc1149b86',
    });
  });
});

describe('a vote', () => {
  it('that approves names the proposal, and is a danger and blind', () => {
    const meaning = described('proposal_approve', memoOf('pay rent'), MULTISIG, MEMBER, PROPOSAL);
    expect(meaning.headline).toBe(
      `Approve the proposal ${PROPOSAL} of the multisig ${MULTISIG} as its member ${MEMBER}`,
    );
    expect([meaning.judged, meaning.mark]).toEqual(['blind', PROPOSAL.slice(-6)]);
    expect(meaning.findings[0]).toMatchObject({ level: 'danger' });
    expect(textsOf(meaning)).toContain('are not in this message');
    expect(meaning.decoded?.fields.find(({ name }) => name.endsWith('.memo'))?.value).toBe('"pay rent"');
  });

  it.each([
    ['proposal_reject', [MULTISIG, MEMBER, PROPOSAL], 'Reject the proposal'],
    ['proposal_cancel', [MULTISIG, MEMBER, PROPOSAL], 'Vote to cancel the approved proposal'],
    ['proposal_cancel_v2', [MULTISIG, MEMBER, PROPOSAL, PROGRAMS.system], 'Vote to cancel the approved proposal'],
  ])('%s gives nothing away and is whole', (name, accounts, begins) => {
    const meaning = described(name, NO_MEMO, ...accounts);
    expect([meaning.headline.startsWith(begins), meaning.judged, meaning.findings]).toEqual([true, 'whole', []]);
  });

  it.each([
    ['a byte behind it', 'proposal_approve', `${NO_MEMO}00`],
    ['no memo at all', 'proposal_approve', ''],
    ['a memo that is cut', 'proposal_approve', `01${u32(5)}6162`],
    ['another instruction', 'proposal_approve_all', NO_MEMO],
  ])('with %s is not decoded', (_, name, data) => {
    const meaning = described(name, data, MULTISIG, MEMBER, PROPOSAL);
    expect(meaning.judged).toBe('blind');
    expect(textsOf(meaning)).toContain('cannot be decoded');
    expect(meaning.headline).not.toContain('Approve');
  });
});

describe('what is proposed', () => {
  it('stays blind, because its message is not decoded', () => {
    const message = `${u32(3)}010203`;
    const meaning = described(
      'vault_transaction_create',
      `0000${message}${NO_MEMO}`,
      MULTISIG,
      TRANSACTION,
      MEMBER,
      PAYER,
      PROGRAMS.system,
    );
    expect([meaning.judged, meaning.mark]).toEqual(['blind', '010203']);
    expect(textsOf(meaning)).toContain('is not decoded');
  });

  it.each([
    ['vault_transaction_execute', [MULTISIG, PROPOSAL, TRANSACTION, MEMBER]],
    ['config_transaction_execute', [MULTISIG, MEMBER, PROPOSAL, TRANSACTION]],
    ['batch_execute_transaction', [MULTISIG, MEMBER, PROPOSAL, BOB, TRANSACTION]],
  ])('and executed by %s is blind too', (name, accounts) => {
    const meaning = described(name, '', ...accounts);
    expect([meaning.judged, meaning.mark]).toEqual(['blind', TRANSACTION.slice(-6)]);
  });

  it('that changes the multisig is explained completely', () => {
    const actions = `${u32(3)}00${key(BOB)}07${`02${number(2, 2)}`}05${key(VAULT)}`;
    const meaning = described(
      'config_transaction_create',
      `${actions}${NO_MEMO}`,
      MULTISIG,
      TRANSACTION,
      MEMBER,
      PAYER,
      PROGRAMS.system,
    );
    expect(meaning.headline).toBe(
      `Propose a change of the multisig ${MULTISIG}: add the member ${BOB} (may initiate, vote, execute); make 2 the number of votes that decide; remove the spending limit ${VAULT}`,
    );
    expect([meaning.judged, meaning.findings[0]?.level]).toEqual(['whole', 'care']);
  });

  it('that sets a spending limit shows recipient and amount', () => {
    const limit = `04${key(BOB)}00${'00'.repeat(32)}${u64(1_500_000_000)}01${u32(1)}${key(BOB)}${u32(0)}`;
    const meaning = described(
      'config_transaction_create',
      `${u32(1)}${limit}${NO_MEMO}`,
      MULTISIG,
      TRANSACTION,
      MEMBER,
      PAYER,
      PROGRAMS.system,
    );
    expect(meaning.headline).toContain(`let ${BOB} take 1.5 SOL a day out of the vault 0, to anybody`);
  });

  it.each([
    ['a kind of change that is not known', `${u32(1)}07`],
    ['a permission that is not known', `${u32(1)}00${key(BOB)}08`],
    ['more changes than there are bytes', u32(4_000_000_000)],
  ])('with %s is not decoded', (_, actions) => {
    const meaning = described(
      'config_transaction_create',
      `${actions}${NO_MEMO}`,
      MULTISIG,
      TRANSACTION,
      MEMBER,
      PAYER,
      PROGRAMS.system,
    );
    expect([meaning.judged, textsOf(meaning).includes('cannot be decoded')]).toEqual(['blind', true]);
  });
});

describe('a multisig', () => {
  const create = (authority: string) =>
    described(
      'multisig_create_v2',
      `${authority}${number(2, 2)}${u32(1)}${key(BOB)}02${u32(0)}00${NO_MEMO}`,
      ...[someone(1), someone(2), MULTISIG, someone(3), MEMBER, PROGRAMS.system],
    );

  it('that is created shows its members, and is a danger with a config authority', () => {
    expect(create('00').headline).toBe(
      `Create the multisig ${MULTISIG}, in which 2 of these members decide: ${BOB} (may vote)`,
    );
    expect(create('00').findings).toEqual([]);
    expect(create(`01${key(VAULT)}`).findings).toEqual([
      expect.objectContaining({
        level: 'danger',
        text: expect.stringContaining(`${VAULT} can change the members and rules`),
      }),
    ]);
  });

  it('pays by a spending limit in SOL, or in a token', () => {
    const use = (mint: string, decimals: string) =>
      described(
        'spending_limit_use',
        `${u64(2_500_000_000)}${decimals}${NO_MEMO}`,
        MULTISIG,
        MEMBER,
        someone(9),
        VAULT,
        BOB,
        PROGRAMS.system,
        mint,
      );
    const inSol = use(PROGRAM, '09');
    expect(inSol.headline).toContain(`Send 2.5 SOL out of the vault ${VAULT} of the multisig ${MULTISIG} to ${BOB}`);
    expect(inSol.decoded?.summary).toEqual(
      expect.arrayContaining([
        { name: 'Amount', value: '2.5 SOL', kind: 'amount' },
        { name: 'To', value: BOB, kind: 'address' },
      ]),
    );
    expect(use('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '06').headline).toContain('Send 2500 USDC out of');
  });

  it('that is changed without a vote is a danger', () => {
    const meaning = described(
      'multisig_add_member',
      `${key(BOB)}07${NO_MEMO}`,
      MULTISIG,
      MEMBER,
      PAYER,
      PROGRAMS.system,
    );
    expect(meaning.findings[0]).toMatchObject({
      level: 'danger',
      text: expect.stringContaining(`${BOB} (may initiate, vote, execute) becomes a member`),
    });
  });
});
