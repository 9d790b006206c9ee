import {
  epoch64,
  type InstructionRule,
  lamports,
  moment64,
  oneOf,
  optional,
  type ProgramRule,
  publicKey,
  publicKeyOrZeros,
  text,
  u8,
} from './rule.ts';

/** A withdrawer can be somebody else than who pays for the account. */
const WITHDRAWS = (account: string): Required<InstructionRule>['gives'] => ({
  to: 'withdrawer',
  level: 'danger',
  says: `{withdrawer}, which does not sign this, can withdraw all that {${account}} holds`,
});

/** A warning of a withdrawal to another account than the withdrawer's. */
const WITHDRAWN = (account: string): Required<InstructionRule>['stranger'] => ({
  to: 'to',
  owner: 'withdrawer',
  level: 'care',
  says: `{to}, which is not the withdrawer {withdrawer}, gets {lamports} of {${account}}`,
});

const STAKE_ROLES = oneOf(4, { Staker: 'staker', Withdrawer: 'withdrawer' });
const AUTHORIZE_STAKE = {
  does: 'Make {newAuthority} the {authorityType} of the stake account {stake}',
  danger: '{newAuthority} becomes the {authorityType} of the stake account {stake}: a withdrawer can take all of it',
};

/** The custodian stays the same where none is named. */
const LOCKUP = {
  does: 'Change the lockup of the stake account {stake}',
  care: 'Only its custodian can withdraw from {stake} while it is locked',
  given: [
    {
      field: 'lockedUntil',
      says: 'Nobody can withdraw from {stake} before {lockedUntil}, except with its custodian',
    },
    {
      field: 'lockedUntilEpoch',
      says: 'Nobody can withdraw from {stake} before the epoch {lockedUntilEpoch}, except with its custodian',
    },
    { field: 'custodian', says: '{custodian} becomes the custodian of {stake}, and alone can lift or extend its lock' },
  ],
};

export const STAKE: ProgramRule = {
  name: 'Stake Program',
  tagBytes: 4,
  instructions: {
    0: {
      name: 'initialize',
      accounts: 'stake rent',
      data: {
        staker: publicKey,
        withdrawer: publicKey,
        lockedUntil: moment64,
        lockedUntilEpoch: epoch64,
        custodian: publicKeyOrZeros,
      },
      does: 'Make {stake} a stake account that {staker} delegates and {withdrawer} withdraws from',
      gives: WITHDRAWS('stake'),
      given: [
        {
          field: 'lockedUntil',
          says: 'Nobody can withdraw from {stake} before {lockedUntil}, except with {custodian}',
        },
        {
          field: 'lockedUntilEpoch',
          says: 'Nobody can withdraw from {stake} before the epoch {lockedUntilEpoch}, except with {custodian}',
        },
      ],
    },
    1: {
      name: 'authorize',
      accounts: 'stake clock authority',
      data: { newAuthority: publicKey, authorityType: STAKE_ROLES },
      ...AUTHORIZE_STAKE,
    },
    2: {
      name: 'delegateStake',
      accounts: 'stake vote clock stakeHistory stakeConfig authority',
      does: 'Delegate the stake account {stake} to the validator of {vote}',
    },
    3: {
      name: 'split',
      accounts: 'stake newStake authority',
      data: { lamports },
      does: 'Split {lamports} of the stake account {stake} off into {newStake}',
    },
    4: {
      name: 'withdraw',
      accounts: 'stake to clock stakeHistory withdrawer',
      data: { lamports },
      does: 'Withdraw {lamports} from the stake account {stake} to {to}',
      stranger: WITHDRAWN('stake'),
    },
    5: {
      name: 'deactivate',
      accounts: 'stake clock authority',
      does: 'End the delegation of the stake account {stake}',
    },
    6: {
      name: 'setLockup',
      accounts: 'stake authority',
      data: { lockedUntil: optional(moment64), lockedUntilEpoch: optional(epoch64), custodian: optional(publicKey) },
      ...LOCKUP,
    },
    7: {
      name: 'merge',
      accounts: 'stake source clock stakeHistory authority',
      does: 'Merge the stake account {source} into {stake}',
    },
    8: {
      name: 'authorizeWithSeed',
      accounts: 'stake authorityBase clock',
      data: { newAuthority: publicKey, authorityType: STAKE_ROLES, seed: text, owner: publicKey },
      ...AUTHORIZE_STAKE,
    },
    9: {
      name: 'initializeChecked',
      accounts: 'stake rent staker withdrawer',
      does: 'Make {stake} a stake account that {staker} delegates and {withdrawer} withdraws from',
    },
    10: {
      name: 'authorizeChecked',
      accounts: 'stake clock authority newAuthority',
      data: { authorityType: STAKE_ROLES },
      ...AUTHORIZE_STAKE,
    },
    11: {
      name: 'authorizeCheckedWithSeed',
      accounts: 'stake authorityBase clock newAuthority',
      data: { authorityType: STAKE_ROLES, seed: text, owner: publicKey },
      ...AUTHORIZE_STAKE,
    },
    12: {
      name: 'setLockupChecked',
      accounts: 'stake authority custodian?',
      data: { lockedUntil: optional(moment64), lockedUntilEpoch: optional(epoch64) },
      ...LOCKUP,
    },
    13: { name: 'getMinimumDelegation', accounts: '' },
    14: {
      name: 'deactivateDelinquent',
      accounts: 'stake vote referenceVote',
      does: 'End the delegation of the stake account {stake} to a validator that does not vote',
    },
    16: {
      name: 'moveStake',
      accounts: 'source stake authority',
      data: { lamports },
      does: 'Move {lamports} of stake from {source} to {stake}',
    },
    17: {
      name: 'moveLamports',
      accounts: 'source stake authority',
      data: { lamports },
      does: 'Move {lamports} that are not staked from {source} to {stake}',
    },
  },
};

const VOTE_ROLES = oneOf(4, { Voter: 'voter', Withdrawer: 'withdrawer' });
const AUTHORIZE_VOTE = {
  does: 'Make {newAuthority} the {authorityType} of the vote account {vote}',
  danger: '{newAuthority} becomes the {authorityType} of the vote account {vote}: a withdrawer can take all of it',
};

export const VOTE: ProgramRule = {
  name: 'Vote Program',
  tagBytes: 4,
  instructions: {
    0: {
      name: 'initializeAccount',
      accounts: 'vote rent clock validator',
      data: { validatorIdentity: publicKey, voter: publicKey, withdrawer: publicKey, commission: u8 },
      does: 'Make {vote} a vote account that {voter} votes with and {withdrawer} withdraws from',
      gives: WITHDRAWS('vote'),
    },
    1: {
      name: 'authorize',
      accounts: 'vote clock authority',
      data: { newAuthority: publicKey, authorityType: VOTE_ROLES },
      ...AUTHORIZE_VOTE,
    },
    3: {
      name: 'withdraw',
      accounts: 'vote to withdrawer',
      data: { lamports },
      does: 'Withdraw {lamports} from the vote account {vote} to {to}',
      stranger: WITHDRAWN('vote'),
    },
    4: {
      name: 'updateValidatorIdentity',
      accounts: 'vote validator withdrawer',
      does: 'Make {validator} the validator of the vote account {vote}',
      care: '{validator} votes with {vote}, and gets the rewards of its blocks, from then on',
    },
    5: {
      name: 'updateCommission',
      accounts: 'vote withdrawer',
      data: { commission: u8 },
      does: 'Take {commission} percent commission with the vote account {vote}',
    },
    7: {
      name: 'authorizeChecked',
      accounts: 'vote clock authority newAuthority',
      data: { authorityType: VOTE_ROLES },
      ...AUTHORIZE_VOTE,
    },
    10: {
      name: 'authorizeWithSeed',
      accounts: 'vote clock authorityBase',
      data: { authorityType: VOTE_ROLES, owner: publicKey, seed: text, newAuthority: publicKey },
      ...AUTHORIZE_VOTE,
    },
    11: {
      name: 'authorizeCheckedWithSeed',
      accounts: 'vote clock authorityBase newAuthority',
      data: { authorityType: VOTE_ROLES, owner: publicKey, seed: text },
      ...AUTHORIZE_VOTE,
    },
  },
};
