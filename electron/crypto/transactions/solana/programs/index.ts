/** The programs whose instructions are read, by their address. */
import { ADDRESS_LOOKUP_TABLE, UPGRADEABLE_LOADER } from './loader.ts';
import { type ProgramRule, u32, u64 } from './rule.ts';
import { SQUADS } from './squads.ts';
import { STAKE, VOTE } from './stake.ts';
import { SYSTEM } from './system.ts';
import { ASSOCIATED_TOKEN, TOKEN } from './token.ts';
import { TOKEN_2022 } from './token-2022.ts';

export { type InstructionRule, NONE, type ProgramRule, type ShownValue, sol, tokenText } from './rule.ts';

export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';
export const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111';
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

export const PROGRAMS: ReadonlyMap<string, ProgramRule> = new Map([
  [SYSTEM_PROGRAM, SYSTEM],
  [TOKEN_PROGRAM, TOKEN],
  [TOKEN_2022_PROGRAM, TOKEN_2022],
  [ASSOCIATED_TOKEN_PROGRAM, ASSOCIATED_TOKEN],
  [STAKE_PROGRAM, STAKE],
  [VOTE_PROGRAM, VOTE],
  ['AddressLookupTab1e1111111111111111111111111', ADDRESS_LOOKUP_TABLE],
  ['BPFLoaderUpgradeab1e11111111111111111111111', UPGRADEABLE_LOADER],
  ['SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf', SQUADS],
  [
    COMPUTE_BUDGET,
    {
      name: 'Compute Budget Program',
      tagBytes: 1,
      instructions: {
        1: { name: 'requestHeapFrame', accounts: '', data: { bytes: u32 } },
        2: { name: 'setComputeUnitLimit', accounts: '', data: { units: u32 } },
        3: { name: 'setComputeUnitPrice', accounts: '', data: { microLamports: u64 } },
        4: { name: 'setLoadedAccountsDataSizeLimit', accounts: '', data: { bytes: u32 } },
      },
    },
  ],
]);

export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const MEMO_PROGRAMS: ReadonlySet<string> = new Set([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  MEMO_PROGRAM,
]);

/** Programs of the runtime that check signatures. The first byte of the data is their number, and each costs a fee. */
export const SIGNATURE_PROGRAMS: ReadonlySet<string> = new Set([
  'KeccakSecp256k11111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);
