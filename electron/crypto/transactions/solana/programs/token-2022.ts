import {
  f64,
  type InstructionRule,
  i16,
  moment64,
  oneOf,
  optional,
  type ProgramRule,
  publicKey,
  publicKeyOrZeros,
  restNumbers,
  tokens,
  u8,
  u16,
} from './rule.ts';
import { TOKEN_INSTRUCTIONS } from './token.ts';

const STATES = { Uninitialized: 'without effect', Initialized: 'open', Frozen: 'frozen' };

const SHOWN_ONLY = 'Wallets then show {multiplier} for each unit of {mint}, and nobody has more or fewer tokens';

/** An extension that points from a mint to another account. */
function pointer(to: string): Readonly<Record<number, InstructionRule>> {
  return {
    0: {
      name: 'initialize',
      accounts: 'mint',
      data: { authority: publicKeyOrZeros, address: publicKeyOrZeros },
      does: `Let the token {mint} take its ${to} from {address}, which {authority} can change`,
    },
    1: {
      name: 'update',
      accounts: 'mint authority',
      data: { address: publicKeyOrZeros },
      does: `Let the token {mint} take its ${to} from {address}`,
    },
  };
}

/** An extension of a token account that is on or off. */
function toggle(on: string, off: string, care?: string): Readonly<Record<number, InstructionRule>> {
  return {
    0: { name: 'enable', accounts: 'account owner', signs: 'owner', does: on },
    1: {
      name: 'disable',
      accounts: 'account owner',
      signs: 'owner',
      does: off,
      ...(care === undefined ? {} : { care }),
    },
  };
}

export const TOKEN_2022: ProgramRule = {
  name: 'Token-2022 Program',
  tagBytes: 1,
  instructions: {
    ...TOKEN_INSTRUCTIONS,
    25: {
      name: 'initializeMintCloseAuthority',
      accounts: 'mint',
      data: { closeAuthority: optional(publicKey) },
      does: 'Let {closeAuthority} close the token {mint}',
      given: [
        {
          field: 'closeAuthority',
          says: '{closeAuthority} can close {mint} once nobody holds it, and make another token at its address',
        },
      ],
    },
    29: {
      name: 'reallocate',
      accounts: 'account payer systemProgram owner',
      signs: 'payer owner',
      data: { extensionTypes: restNumbers },
      does: 'Make room for extensions in the token account {account}',
    },
    31: {
      name: 'createNativeMint',
      accounts: 'payer mint systemProgram',
      does: 'Create the mint {mint} of wrapped SOL',
    },
    32: {
      name: 'initializeNonTransferableMint',
      accounts: 'mint',
      does: 'Make the token {mint} non-transferable',
    },
    35: {
      name: 'initializePermanentDelegate',
      accounts: 'mint',
      data: { delegate: publicKey },
      does: 'Let {delegate} take and burn the token {mint} in every account, for ever',
      danger: '{delegate} can take and burn every token {mint}, in the account of anybody, for ever',
    },
    38: {
      name: 'withdrawExcessLamports',
      accounts: 'source destination authority',
      does: 'Send the SOL that {source} has beyond its rent to {destination}',
      stranger: {
        to: 'destination',
        owner: 'authority',
        level: 'danger',
        says: '{destination}, which is not the owner {authority}, gets all SOL that {source} has beyond its rent',
      },
    },
  },
  groups: {
    26: {
      name: 'transfer fee',
      instructions: {
        0: {
          name: 'initializeTransferFeeConfig',
          accounts: 'mint',
          data: {
            feeAuthority: optional(publicKey),
            withdrawAuthority: optional(publicKey),
            basisPoints: u16,
            maximumFee: tokens,
          },
          does: 'Charge {basisPoints} basis points, at most {maximumFee}, on each transfer of the token {mint}',
          given: [
            {
              field: 'basisPoints',
              says: '{basisPoints} of 10000 parts of each transfer of {mint} are withheld, and {withdrawAuthority} gets them',
            },
            { field: 'feeAuthority', says: '{feeAuthority} can raise the fee of {mint} to all that is sent' },
          ],
        },
        1: {
          name: 'transferCheckedWithFee',
          accounts: 'source mint destination authority',
          data: { amount: tokens, decimals: u8, fee: tokens },
          does: 'Send {amount} to the token account {destination}, of which {fee} is withheld as a fee',
        },
        2: {
          name: 'withdrawWithheldTokensFromMint',
          accounts: 'mint destination authority',
          does: 'Send the fees that the token {mint} withheld to {destination}',
          care: 'The fees go to {destination}, and the transaction does not state its owner',
        },
        3: {
          name: 'withdrawWithheldTokensFromAccounts',
          accounts: 'mint destination authority',
          data: { accountsCount: u8 },
          does: 'Send the fees that accounts of the token {mint} withheld to {destination}',
          care: 'The fees go to {destination}, and the transaction does not state its owner',
        },
        4: {
          name: 'harvestWithheldTokensToMint',
          accounts: 'mint',
          does: 'Collect the withheld fees of the token {mint}',
        },
        5: {
          name: 'setTransferFee',
          accounts: 'mint authority',
          data: { basisPoints: u16, maximumFee: tokens },
          does: 'Charge {basisPoints} basis points, at most {maximumFee}, on each transfer of the token {mint}',
          given: [
            {
              field: 'basisPoints',
              says: '{basisPoints} of 10000 parts of each transfer of {mint} are withheld from whoever receives it',
            },
          ],
        },
      },
    },
    27: { name: 'confidential transfer', instructions: {} },
    28: {
      name: 'default account state',
      instructions: {
        0: {
          name: 'initialize',
          accounts: 'mint',
          data: { state: oneOf(1, STATES) },
          does: 'Make new accounts of the token {mint} {state}',
        },
        1: {
          name: 'update',
          accounts: 'mint authority',
          data: { state: oneOf(1, STATES) },
          does: 'Make new accounts of the token {mint} {state}',
        },
      },
    },
    30: {
      name: 'memo transfer',
      instructions: toggle('Let {account} receive only with a memo', 'Let {account} receive without a memo'),
    },
    33: {
      name: 'interest bearing',
      instructions: {
        0: {
          name: 'initialize',
          accounts: 'mint',
          data: { rateAuthority: publicKeyOrZeros, basisPoints: i16 },
          does: 'Show the token {mint} with {basisPoints} basis points of interest, which {rateAuthority} can change',
        },
        1: {
          name: 'updateRate',
          accounts: 'mint rateAuthority',
          data: { basisPoints: i16 },
          does: 'Show the token {mint} with {basisPoints} basis points of interest',
        },
      },
    },
    34: {
      name: 'CPI guard',
      instructions: toggle(
        'Keep programs from moving the tokens of {account}',
        'Let programs that are signed for move the tokens of {account}',
        'Whatever program the owner signs for can then move the tokens of {account}',
      ),
    },
    36: {
      name: 'transfer hook',
      instructions: {
        0: {
          name: 'initialize',
          accounts: 'mint',
          data: { authority: publicKeyOrZeros, hookProgram: publicKeyOrZeros },
          does: 'Run the program {hookProgram} on each transfer of the token {mint}, which {authority} can change',
          given: [
            { field: 'hookProgram', says: '{hookProgram} decides which transfers of the token {mint} succeed' },
            {
              field: 'authority',
              says: '{authority} can let another program decide which transfers of {mint} succeed',
            },
          ],
        },
        1: {
          name: 'update',
          accounts: 'mint authority',
          data: { hookProgram: publicKeyOrZeros },
          does: 'Run the program {hookProgram} on each transfer of the token {mint}',
          danger: '{hookProgram} decides which transfers of the token {mint} succeed',
        },
      },
    },
    37: { name: 'confidential transfer fee', instructions: {} },
    39: { name: 'metadata pointer', instructions: pointer('metadata') },
    40: { name: 'group pointer', instructions: pointer('group') },
    41: { name: 'group member pointer', instructions: pointer('group member') },
    42: { name: 'confidential mint and burn', instructions: {} },
    43: {
      name: 'scaled UI amount',
      instructions: {
        0: {
          name: 'initialize',
          accounts: 'mint',
          data: { authority: publicKeyOrZeros, multiplier: f64 },
          does: 'Show amounts of the token {mint} times {multiplier}, which {authority} can change',
          care: SHOWN_ONLY,
        },
        1: {
          name: 'updateMultiplier',
          accounts: 'mint authority',
          data: { multiplier: f64, effectiveAt: moment64 },
          does: 'Show amounts of the token {mint} times {multiplier}',
          care: SHOWN_ONLY,
        },
      },
    },
    44: {
      name: 'pausable',
      instructions: {
        0: {
          name: 'initialize',
          accounts: 'mint',
          data: { authority: publicKeyOrZeros },
          does: 'Let {authority} stop all transfers of the token {mint}',
        },
        1: {
          name: 'pause',
          accounts: 'mint authority',
          does: 'Stop all transfers of the token {mint}',
          care: 'Nobody can send {mint} until transfers resume',
        },
        2: { name: 'resume', accounts: 'mint authority', does: 'Let the token {mint} be sent again' },
      },
    },
  },
};
