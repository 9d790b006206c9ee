import { type InstructionRule, lamports, type ProgramRule, publicKey, text, u64 } from './rule.ts';

const MADE: InstructionRule['gives'] = {
  to: 'owner',
  level: 'danger',
  says: '{owner} is an unknown program: it alone controls the {lamports} of {newAccount}',
  isProgram: true,
};

/** The warning for an account that is assigned to a program. Its owner loses control of it. */
const ASSIGNED =
  '{account} is given to the program {owner}, which from then on alone controls everything the account holds';

export const SYSTEM: ProgramRule = {
  name: 'System Program',
  tagBytes: 4,
  instructions: {
    0: {
      name: 'createAccount',
      accounts: 'from newAccount',
      signs: 'from newAccount',
      data: { lamports, space: u64, owner: publicKey },
      does: 'Create the account {newAccount} of the program {owner} with {lamports}',
      gives: MADE,
    },
    1: {
      name: 'assign',
      accounts: 'account',
      signs: 'account',
      data: { owner: publicKey },
      does: 'Give the account {account} to the program {owner}',
      danger: ASSIGNED,
    },
    2: { name: 'transfer', accounts: 'from to', signs: 'from', data: { lamports }, does: 'Send {lamports} to {to}' },
    3: {
      name: 'createAccountWithSeed',
      accounts: 'from newAccount',
      signs: 'from',
      data: { base: publicKey, seed: text, lamports, space: u64, owner: publicKey },
      does: 'Create the account {newAccount} of the program {owner} with {lamports}',
      gives: MADE,
      stranger: {
        to: 'base',
        owner: 'from',
        level: 'care',
        says: '{newAccount} is derived from {base}, and not from {from}, which pays: {base} can control the {lamports}',
      },
    },
    4: { name: 'advanceNonceAccount', accounts: 'nonceAccount recentBlockhashes nonceAuthority' },
    5: {
      name: 'withdrawNonceAccount',
      accounts: 'nonceAccount to recentBlockhashes rent nonceAuthority',
      data: { lamports },
      does: 'Take {lamports} out of the nonce account {nonceAccount} to {to}',
      stranger: {
        to: 'to',
        owner: 'nonceAuthority',
        level: 'care',
        says: '{to}, which is not the authority {nonceAuthority}, gets {lamports} of {nonceAccount}, its rent among it',
      },
    },
    6: {
      name: 'initializeNonceAccount',
      accounts: 'nonceAccount recentBlockhashes rent',
      data: { nonceAuthority: publicKey },
      does: 'Make {nonceAccount} a nonce account of {nonceAuthority}',
      gives: {
        to: 'nonceAuthority',
        level: 'danger',
        says: '{nonceAuthority}, which does not sign this, can take all that {nonceAccount} holds',
      },
    },
    7: {
      name: 'authorizeNonceAccount',
      accounts: 'nonceAccount nonceAuthority',
      data: { newAuthority: publicKey },
      does: 'Give the nonce account {nonceAccount} to {newAuthority}',
      danger:
        '{newAuthority} can take all that the nonce account {nonceAccount} holds, and invalidate transactions that were signed with its nonce',
    },
    8: {
      name: 'allocate',
      accounts: 'account',
      signs: 'account',
      data: { space: u64 },
      does: 'Reserve {space} bytes for {account}',
      danger: 'Once it has bytes, {account} can no longer send its SOL by a transfer',
    },
    9: {
      name: 'allocateWithSeed',
      accounts: 'account baseAccount',
      data: { base: publicKey, seed: text, space: u64, owner: publicKey },
      does: 'Reserve {space} bytes for {account} and give it to the program {owner}',
      danger: ASSIGNED,
    },
    10: {
      name: 'assignWithSeed',
      accounts: 'account baseAccount',
      data: { base: publicKey, seed: text, owner: publicKey },
      does: 'Give the account {account} to the program {owner}',
      danger: ASSIGNED,
    },
    11: {
      name: 'transferWithSeed',
      accounts: 'from baseAccount to',
      data: { lamports, seed: text, owner: publicKey },
      does: 'Send {lamports} from {from} to {to}',
    },
    12: { name: 'upgradeNonceAccount', accounts: 'nonceAccount', does: 'Upgrade the nonce account {nonceAccount}' },
  },
};
