/**
 * Squads Multisig, version 4. Its rules are keyed by Anchor's discriminators: the first eight bytes of SHA-256 of
 * `global:` and the instruction's name. Arguments are Borsh. An optional account that is absent is the program's own
 * address.
 */
import { baseUnits } from '../../../tokens.ts';
import type { ByteReader } from '../../byte-reader.ts';
import {
  borshBytes,
  borshKeys,
  borshText,
  flag,
  hash32,
  type InstructionRule,
  index32,
  index64,
  notReadable,
  oneOf,
  optional,
  type ProgramRule,
  publicKey,
  publicKeyOrZeros,
  type ShownValue,
  sol,
  tokens,
  u8,
  u16,
} from './rule.ts';

const PERIODS = { OneTime: 'once', Day: 'a day', Week: 'a week', Month: 'a month' };
/** The bits of a member's permissions, from the lowest. */
const PERMISSIONS = ['initiate', 'vote', 'execute'];

/** The number of items in a list, none of which has no bytes. */
function count(reader: ByteReader): number {
  const items = Number(index32(reader).value);
  if (items > reader.left()) throw notReadable();
  return items;
}

function member(reader: ByteReader): string {
  const { value } = publicKey(reader);
  const mask = reader.byte();
  if (mask >= 1 << PERMISSIONS.length) throw notReadable();
  const may = PERMISSIONS.filter((_, bit) => (mask & (1 << bit)) !== 0);
  return `${value} (${may.length === 0 ? 'may do nothing' : `may ${may.join(', ')}`})`;
}

const asText = (value: string): ShownValue => ({ value, kind: 'text' });

const members = (reader: ByteReader) => asText(Array.from({ length: count(reader) }, () => member(reader)).join(', '));

function spendingLimit(reader: ByteReader): string {
  publicKey(reader);
  const vault = u8(reader).value;
  const mint = publicKeyOrZeros(reader);
  const units = index64(reader).value;
  const period = oneOf(1, PERIODS)(reader).words;
  const [users, destinations] = [borshKeys(reader).value, borshKeys(reader).value];
  const amount = mint.value === 'none' ? sol(BigInt(units)) : `${baseUnits(units)} of the token ${mint.value}`;
  return `let ${users === '' ? 'nobody' : users} take ${amount} ${period} out of the vault ${vault}, to ${destinations === '' ? 'anybody' : destinations}`;
}

/** The changes that a proposal may make to a multisig, by the number of the kind of change. */
const ACTIONS: readonly ((reader: ByteReader) => string)[] = [
  (reader) => `add the member ${member(reader)}`,
  (reader) => `remove the member ${publicKey(reader).value}`,
  (reader) => `make ${u16(reader).value} the number of votes that decide`,
  (reader) => `wait ${index32(reader).value} seconds before an approved proposal is executed`,
  spendingLimit,
  (reader) => `remove the spending limit ${publicKey(reader).value}`,
  (reader) => `send rent to ${optional(publicKey)(reader).value}`,
];

function actions(reader: ByteReader): ShownValue {
  const all = Array.from({ length: count(reader) }, () => {
    const action = ACTIONS[reader.byte()];
    if (action === undefined) throw notReadable();
    return action(reader);
  });
  return asText(all.length === 0 ? 'nothing' : all.join('; '));
}

const memo = optional(borshText);
const VOTE = { accounts: 'multisig member proposal', data: { memo } } as const;
const CREATE = 'multisig transaction creator rentPayer systemProgram';
const CONFIGURE = 'multisig configAuthority rentPayer? systemProgram?';
const MESSAGE = { vaultIndex: u8, ephemeralSigners: u8, message: borshBytes, memo };

/** A proposal's content is in an account, and not in the message that is signed. */
const hidden = (field: string): Pick<InstructionRule, 'hides'> => ({
  hides: {
    field,
    says: `The contents of {${field}} are not in this message: they can be anything that the multisig {multisig} can do`,
  },
});
const proposed: Pick<InstructionRule, 'hides' | 'carries'> = {
  carries: 'message',
  hides: {
    field: 'message',
    says: 'The proposal to the multisig {multisig} is not decoded: it can be anything that the multisig can do',
  },
};
const governs = (says: string) => ({ danger: `{multisig} is changed without a vote: ${says}` });

export const SQUADS: ProgramRule = {
  name: 'Squads Multisig Program v4',
  tagBytes: 8,
  hasAbsentAccounts: true,
  instructions: {
    '9025a488bcd82af8': {
      ...VOTE,
      name: 'proposalApprove',
      does: 'Approve the proposal {proposal} of the multisig {multisig} as its member {member}',
      ...hidden('proposal'),
    },
    f33e869ce66af687: {
      ...VOTE,
      name: 'proposalReject',
      does: 'Reject the proposal {proposal} of the multisig {multisig} as its member {member}',
    },
    '1b2a7fed26a354cb': {
      ...VOTE,
      name: 'proposalCancel',
      does: 'Vote to cancel the approved proposal {proposal} of the multisig {multisig} as its member {member}',
    },
    cd29c23ddc8b10f7: {
      name: 'proposalCancelV2',
      accounts: `${VOTE.accounts} systemProgram`,
      data: { memo },
      does: 'Vote to cancel the approved proposal {proposal} of the multisig {multisig} as its member {member}',
    },
    dc3c49e01e6c4f9f: {
      name: 'proposalCreate',
      accounts: 'multisig proposal creator rentPayer systemProgram',
      data: { transactionIndex: index64, draft: flag },
      does: 'Put transaction number {transactionIndex} of the multisig {multisig} to the vote as the proposal {proposal}',
    },
    '0b225cf89a1b336a': {
      name: 'proposalActivate',
      accounts: 'multisig member proposal',
      does: 'Open the draft proposal {proposal} of the multisig {multisig} for votes',
    },
    '30fa4ea8d0e2dad3': {
      name: 'vaultTransactionCreate',
      accounts: CREATE,
      data: MESSAGE,
      does: 'Propose the transaction {transaction} of vault {vaultIndex} of the multisig {multisig}',
      ...proposed,
    },
    de36954457f630e7: {
      name: 'vaultTransactionCreateFromBuffer',
      accounts: `${CREATE} transactionBuffer bufferCreator`,
      data: MESSAGE,
      does: 'Propose the transaction {transaction} of vault {vaultIndex} of the multisig {multisig}, from the buffer {transactionBuffer}',
      ...hidden('transactionBuffer'),
    },
    c208a15799a419ab: {
      name: 'vaultTransactionExecute',
      accounts: 'multisig proposal transaction member',
      does: 'Execute the approved transaction {transaction} of the multisig {multisig}',
      ...hidden('transaction'),
    },
    '9bec57e4894b5127': {
      name: 'configTransactionCreate',
      accounts: CREATE,
      data: { actions, memo },
      does: 'Propose a change of the multisig {multisig}: {actions}',
      care: 'Once approved and executed, this changes the power in the multisig {multisig}: {actions}',
    },
    '7292f4bdfc8c2428': {
      name: 'configTransactionExecute',
      accounts: 'multisig member proposal transaction rentPayer? systemProgram?',
      does: 'Execute the approved change {transaction} of the multisig {multisig}',
      ...hidden('transaction'),
    },
    '32ddc75d28f58be9': {
      name: 'multisigCreateV2',
      accounts: 'programConfig treasury multisig createKey creator systemProgram',
      data: {
        configAuthority: optional(publicKey),
        threshold: u16,
        members,
        timeLock: index32,
        rentCollector: optional(publicKey),
        memo,
      },
      does: 'Create the multisig {multisig}, in which {threshold} of these members decide: {members}',
      given: [
        {
          field: 'configAuthority',
          says: '{configAuthority} can change the members and rules of the multisig {multisig} without a vote',
        },
      ],
    },
    '1039827fc1149b86': {
      name: 'spendingLimitUse',
      accounts:
        'multisig member spendingLimit vault destination systemProgram? mint? vaultTokenAccount? destinationTokenAccount? tokenProgram?',
      data: { amount: tokens, decimals: u8, memo },
      does: 'Send {amount} out of the vault {vault} of the multisig {multisig} to {destination}, by a spending limit',
    },
    '01dbd76cb8e5d608': {
      name: 'multisigAddMember',
      accounts: CONFIGURE,
      data: { newMember: (reader) => asText(member(reader)), memo },
      does: 'Add the member {newMember} to the multisig {multisig}',
      ...governs('{newMember} becomes a member'),
    },
    d975b1d2b691da48: {
      name: 'multisigRemoveMember',
      accounts: CONFIGURE,
      data: { oldMember: publicKey, memo },
      does: 'Remove the member {oldMember} from the multisig {multisig}',
      ...governs('{oldMember} no longer votes'),
    },
    '949a794dd4fe9b48': {
      name: 'multisigSetTimeLock',
      accounts: CONFIGURE,
      data: { timeLock: index32, memo },
      does: 'Make the multisig {multisig} wait {timeLock} seconds before it executes an approved proposal',
      ...governs('{timeLock} seconds are left to stop an approved proposal'),
    },
    '8d2a0f7ea95c3eb5': {
      name: 'multisigChangeThreshold',
      accounts: CONFIGURE,
      data: { threshold: u16, memo },
      does: 'Make {threshold} the number of votes that decide in the multisig {multisig}',
      ...governs('{threshold} is the number of votes that decide'),
    },
    '8f5dc78f5ca9c1e8': {
      name: 'multisigSetConfigAuthority',
      accounts: CONFIGURE,
      data: { newAuthority: publicKey, memo },
      does: 'Let {newAuthority} change the multisig {multisig} without a vote',
      ...governs('{newAuthority} can change who decides'),
    },
    '30cc4139d2469c4a': {
      name: 'multisigSetRentCollector',
      accounts: CONFIGURE,
      data: { rentCollector: optional(publicKey), memo },
      does: 'Send the rent of closed accounts of the multisig {multisig} to {rentCollector}',
      ...governs('{rentCollector} gets the rent of closed accounts'),
    },
    '0bf29f2a56c55973': {
      name: 'multisigAddSpendingLimit',
      accounts: 'multisig configAuthority spendingLimit rentPayer systemProgram',
      data: {
        createKey: publicKey,
        vaultIndex: u8,
        mint: publicKeyOrZeros,
        amount: tokens,
        period: oneOf(1, PERIODS),
        spenders: borshKeys,
        destinations: borshKeys,
        memo,
      },
      does: 'Let {spenders} take {amount} {period} out of vault {vaultIndex} of the multisig {multisig}',
      ...governs('{spenders} can take {amount} {period} out of vault {vaultIndex}'),
    },
    e4c6886f7b04b271: {
      name: 'multisigRemoveSpendingLimit',
      accounts: 'multisig configAuthority spendingLimit rentCollector',
      data: { memo },
      does: 'Remove the spending limit {spendingLimit} of the multisig {multisig} and send its rent to {rentCollector}',
      stranger: {
        to: 'rentCollector',
        owner: 'configAuthority',
        level: 'care',
        says: '{rentCollector}, which is not the authority {configAuthority}, gets the rent of {spendingLimit}',
      },
    },
    c28e8d1137b914f8: {
      name: 'batchCreate',
      accounts: 'multisig batch creator rentPayer systemProgram',
      data: { vaultIndex: u8, memo },
      does: 'Start the batch {batch} of transactions of vault {vaultIndex} of the multisig {multisig}',
    },
    '5964e0124546364c': {
      name: 'batchAddTransaction',
      accounts: 'multisig proposal batch transaction member rentPayer systemProgram',
      data: { ephemeralSigners: u8, message: borshBytes },
      does: 'Add the transaction {transaction} to the batch {batch} of the multisig {multisig}',
      ...proposed,
    },
    ac2cb398157feab4: {
      name: 'batchExecuteTransaction',
      accounts: 'multisig member proposal batch transaction',
      does: 'Execute the transaction {transaction} of the approved batch {batch} of the multisig {multisig}',
      ...hidden('transaction'),
    },
    '50cb54359770bbba': {
      name: 'configTransactionAccountsClose',
      accounts: 'multisig proposal transaction rentCollector systemProgram',
      does: 'Close the ended transaction {transaction} of the multisig {multisig} and send its rent to {rentCollector}',
    },
    c447bbb00223aaa5: {
      name: 'vaultTransactionAccountsClose',
      accounts: 'multisig proposal transaction rentCollector systemProgram',
      does: 'Close the ended transaction {transaction} of the multisig {multisig} and send its rent to {rentCollector}',
    },
    f5c9716c253f1d59: {
      name: 'transactionBufferCreate',
      accounts: 'multisig transactionBuffer creator rentPayer systemProgram',
      data: { bufferIndex: u8, vaultIndex: u8, finalBufferHash: hash32, finalBufferSize: u16, buffer: borshBytes },
      does: 'Write a part of a transaction for the multisig {multisig} into the buffer {transactionBuffer}',
    },
    e69d433805eef592: {
      name: 'transactionBufferExtend',
      accounts: 'multisig transactionBuffer creator',
      data: { buffer: borshBytes },
      does: 'Write a part of a transaction for the multisig {multisig} into the buffer {transactionBuffer}',
    },
    '11b6d0e48818b266': {
      name: 'transactionBufferClose',
      accounts: 'multisig transactionBuffer creator',
      does: 'Close the buffer {transactionBuffer} of the multisig {multisig} and send its rent to {creator}',
    },
  },
};
