import { byteCount, bytes, type ProgramRule, publicKeys, u8, u32, u64 } from './rule.ts';

export const UPGRADEABLE_LOADER: ProgramRule = {
  name: 'BPF Upgradeable Loader',
  tagBytes: 4,
  instructions: {
    0: { name: 'initializeBuffer', accounts: 'buffer', does: 'Prepare the buffer {buffer} for a program' },
    1: {
      name: 'write',
      accounts: 'buffer authority',
      data: { offset: u32, bytes },
      does: 'Write a part of a program into the buffer {buffer}',
    },
    2: {
      name: 'deployWithMaxDataLen',
      accounts: 'payer programData program buffer rent clock systemProgram authority',
      data: { maximumBytes: u64 },
      does: 'Deploy the program {program} from the buffer {buffer}, which {authority} can replace',
      care: '{program} runs the code in the buffer {buffer}, which is not in this transaction',
    },
    3: {
      name: 'upgrade',
      accounts: 'programData program buffer spill rent clock authority',
      does: 'Replace the program {program} by the code in the buffer {buffer}, and send the SOL left in the buffer to {spill}',
      stranger: {
        to: 'spill',
        owner: 'authority',
        level: 'care',
        says: '{spill}, which is not the authority {authority}, gets the SOL left in the buffer {buffer}',
      },
      danger: '{program} from then on runs the code in the buffer {buffer}, with everything it controls',
    },
    4: {
      name: 'setAuthority',
      accounts: 'account currentAuthority newAuthority?',
      does: 'Give the authority over {account} to {newAuthority}',
      danger: '{newAuthority} can replace the code of {account}, and {currentAuthority} no longer can',
    },
    5: {
      name: 'close',
      accounts: 'account to authority? program?',
      does: 'Close the program or buffer {account} and send its SOL, which is its rent, to {to}',
      danger: '{account} is closed for ever, and everything a closed program controls is lost',
      stranger: {
        to: 'to',
        owner: 'authority',
        level: 'care',
        says: '{to}, which is not the authority {authority}, gets all SOL of {account}',
      },
    },
    6: {
      name: 'extendProgram',
      accounts: 'programData program',
      data: { additionalBytes: byteCount },
      does: 'Make room for {additionalBytes} more in the program {program}',
    },
    7: {
      name: 'setAuthorityChecked',
      accounts: 'account currentAuthority newAuthority',
      does: 'Give the authority over {account} to {newAuthority}, which signs too',
      danger: '{newAuthority} can replace the code of {account}, and {currentAuthority} no longer can',
    },
    9: {
      name: 'extendProgramChecked',
      accounts: 'programData program authority',
      data: { additionalBytes: byteCount },
      does: 'Make room for {additionalBytes} more in the program {program}',
    },
  },
};

export const ADDRESS_LOOKUP_TABLE: ProgramRule = {
  name: 'Address Lookup Table Program',
  tagBytes: 4,
  instructions: {
    0: {
      name: 'createLookupTable',
      accounts: 'table authority payer systemProgram',
      signs: 'payer',
      data: { recentSlot: u64, bump: u8 },
      does: 'Create the address table {table} of {authority}',
    },
    1: {
      name: 'freezeLookupTable',
      accounts: 'table authority',
      does: 'Make the address table {table} final',
      care: 'Nobody can change or close {table} any more, and its rent stays in it for ever',
    },
    2: {
      name: 'extendLookupTable',
      accounts: 'table authority',
      data: { newAddresses: publicKeys },
      does: 'Add addresses to the address table {table}',
    },
    3: {
      name: 'deactivateLookupTable',
      accounts: 'table authority',
      does: 'Deactivate the address table {table}',
    },
    4: {
      name: 'closeLookupTable',
      accounts: 'table authority to',
      does: 'Close the address table {table} and send its SOL, which is its rent, to {to}',
      stranger: {
        to: 'to',
        owner: 'authority',
        level: 'care',
        says: '{to}, which is not the authority {authority}, gets the rent of {table}',
      },
    },
  },
};
