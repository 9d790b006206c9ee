import {
  type InstructionRule,
  oneOf,
  optional,
  type ProgramRule,
  publicKey,
  restNumbers,
  restText,
  tokens,
  u8,
} from './rule.ts';

/** The role of each authority, by the programs' name for it. */
const AUTHORITIES = {
  MintTokens: 'minter',
  FreezeAccount: 'freezer',
  AccountOwner: 'owner',
  CloseAccount: 'closer',
  TransferFeeConfig: 'setter of transfer fees',
  WithheldWithdraw: 'taker of withheld fees',
  CloseMint: 'closer',
  InterestRate: 'setter of the interest rate',
  PermanentDelegate: 'permanent delegate',
  ConfidentialTransferMint: 'authority over confidential transfers',
  TransferHookProgramId: 'setter of the transfer hook',
  ConfidentialTransferFeeConfig: 'authority over confidential fees',
  MetadataPointer: 'setter of the metadata',
  GroupPointer: 'setter of the group',
  GroupMemberPointer: 'setter of the group member',
  ScaledUiAmount: 'setter of the displayed scale',
  Pause: 'authority that can pause',
} as const;

const TRANSFER = 'Send {amount} to the token account {destination}';
const APPROVE = {
  does: 'Let {delegate} take {amount} out of the token account {source}',
  care: '{delegate} can take {amount} out of the token account {source}, without asking again',
  isDangerUnlimited: true,
} as const;
const MINT = 'Mint {amount} into the token account {account}';
const BURN = 'Burn {amount} of the token account {account}';
const OPEN = {
  does: 'Open the token account {account} of {owner} for the token {mint}',
  gives: {
    to: 'owner',
    level: 'care',
    says: '{owner}, which does not sign this, owns {account} and all that it holds',
  },
} as const;
/** The programs that an associated account can be of. The program given is run. */
const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]);
const CREATE_MINT = {
  accounts: 'mint',
  data: { decimals: u8, mintAuthority: publicKey, freezeAuthority: optional(publicKey) },
  does: 'Make {mint} a token with {decimals} decimals that {mintAuthority} can mint and {freezeAuthority} can freeze',
};
const MULTISIG = { data: { signersNeeded: u8 }, does: 'Make {multisig} an account of {signersNeeded} signers' };

/** The instructions that both token programs share. */
export const TOKEN_INSTRUCTIONS: Readonly<Record<number, InstructionRule>> = {
  0: { ...CREATE_MINT, name: 'initializeMint', accounts: 'mint rent' },
  1: { name: 'initializeAccount', accounts: 'account mint owner rent', ...OPEN },
  2: { ...MULTISIG, name: 'initializeMultisig', accounts: 'multisig rent' },
  3: {
    name: 'transfer',
    accounts: 'source destination authority',
    data: { amount: tokens },
    does: 'Send {amount} of {source} to the token account {destination}',
    care: '{source} holds a token that the transaction does not name: only the chain can show which token it is, and the value of {amount}',
  },
  4: { name: 'approve', accounts: 'source delegate owner', signs: 'owner', data: { amount: tokens }, ...APPROVE },
  5: { name: 'revoke', accounts: 'source owner', signs: 'owner', does: 'Revoke all allowances of others on {source}' },
  6: {
    name: 'setAuthority',
    accounts: 'account currentAuthority',
    data: { authorityType: oneOf(1, AUTHORITIES), newAuthority: optional(publicKey) },
    does: 'Make {newAuthority} the {authorityType} of {account}',
    danger: '{newAuthority} becomes the {authorityType} of {account}, and {currentAuthority} no longer is',
  },
  7: { name: 'mintTo', accounts: 'mint account authority', data: { amount: tokens }, does: MINT },
  8: { name: 'burn', accounts: 'account mint authority', data: { amount: tokens }, does: BURN },
  9: {
    name: 'closeAccount',
    accounts: 'account destination owner',
    signs: 'owner',
    does: 'Close the token account {account} and send all its SOL, its rent and any wrapped SOL, to {destination}',
    stranger: {
      to: 'destination',
      owner: 'owner',
      level: 'danger',
      says: '{destination}, which is not the owner {owner}, gets all SOL of {account}: its rent and its wrapped SOL',
    },
  },
  10: {
    name: 'freezeAccount',
    accounts: 'account mint authority',
    does: 'Freeze the token account {account}',
    care: '{account} can send nothing until it is thawed',
  },
  11: { name: 'thawAccount', accounts: 'account mint authority', does: 'Thaw the token account {account}' },
  12: {
    name: 'transferChecked',
    accounts: 'source mint destination authority',
    data: { amount: tokens, decimals: u8 },
    does: TRANSFER,
  },
  13: {
    name: 'approveChecked',
    accounts: 'source mint delegate owner',
    signs: 'owner',
    data: { amount: tokens, decimals: u8 },
    ...APPROVE,
  },
  14: {
    name: 'mintToChecked',
    accounts: 'mint account authority',
    data: { amount: tokens, decimals: u8 },
    does: MINT,
  },
  15: { name: 'burnChecked', accounts: 'account mint authority', data: { amount: tokens, decimals: u8 }, does: BURN },
  16: { name: 'initializeAccount2', accounts: 'account mint rent', data: { owner: publicKey }, ...OPEN },
  17: { name: 'syncNative', accounts: 'account', does: 'Count the SOL that {account} holds as wrapped' },
  18: { name: 'initializeAccount3', accounts: 'account mint', data: { owner: publicKey }, ...OPEN },
  19: { ...MULTISIG, name: 'initializeMultisig2', accounts: 'multisig' },
  20: { ...CREATE_MINT, name: 'initializeMint2' },
  21: { name: 'getAccountDataSize', accounts: 'mint', data: { extensionTypes: restNumbers } },
  22: {
    name: 'initializeImmutableOwner',
    accounts: 'account',
    does: 'Bind the token account {account} to its owner for ever',
  },
  23: { name: 'amountToUiAmount', accounts: 'mint', data: { amount: tokens } },
  24: { name: 'uiAmountToAmount', accounts: 'mint', data: { uiAmount: restText } },
};

export const TOKEN: ProgramRule = { name: 'Token Program', tagBytes: 1, instructions: TOKEN_INSTRUCTIONS };

const ASSOCIATED = {
  accounts: 'payer associatedAccount owner mint systemProgram tokenProgram',
  does: 'Create the token account {associatedAccount} for the token {mint}, whose rent {payer} pays',
  isMinor: true,
  runs: { tokenProgram: TOKEN_PROGRAMS },
} as const;

export const ASSOCIATED_TOKEN: ProgramRule = {
  name: 'Associated Token Account Program',
  tagBytes: 1,
  instructions: {
    0: { name: 'create', ...ASSOCIATED },
    1: { name: 'createIdempotent', ...ASSOCIATED, does: `${ASSOCIATED.does}, unless it is there` },
    2: {
      name: 'recoverNested',
      accounts: 'nestedAccount nestedMint destination ownerAccount ownerMint owner tokenProgram',
      signs: 'owner',
      does: 'Take the tokens {nestedMint} out of the misplaced account {nestedAccount} to {destination}',
      runs: { tokenProgram: TOKEN_PROGRAMS },
    },
  },
};
