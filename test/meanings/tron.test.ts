import { hexDecode } from '../../shared/wire/index.ts';
import { type ContractParts, type Field, OWNER, rawText, TARGET } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, corpus, transaction } from './corpus.ts';

const OTHER = Uint8Array.from([0x41, ...new Uint8Array(20).fill(0x33)]);
/** Tether's contract. */
const USDT = hexDecode('41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
const FEE_LIMIT: Field = [18, 30_000_000];
const word = (hex: string) => hex.padStart(64, '0');
const caseOf = (name: string, type: number, value: readonly Field[], more: Partial<ContractParts> = {}) =>
  transaction('TRANSACTION_TYPE_TRON', rawText({ name, type, value, ...more }));
const call = (contract: Uint8Array, data: string, value: readonly Field[] = [], raw: readonly Field[] = [FEE_LIMIT]) =>
  caseOf('TriggerSmartContract', 31, [[1, OWNER], [2, contract], ...value, [4, hexDecode(data)]], { raw });
const signer = (address: Uint8Array, weight: number): Field => [
  7,
  [
    [1, address],
    [2, weight],
  ],
];
const permissions = (...groups: readonly Field[]) =>
  caseOf('AccountPermissionUpdateContract', 46, [[1, OWNER], ...groups]);
/** Transfers, calls, and a kind that the product does not read. */
const OPERATIONS = new Uint8Array(32).with(0, 0b0000_0010).with(3, 0b1000_0000).with(6, 1);

corpus('tron', {
  'no TRX to somebody': caseOf('TransferContract', 1, [
    [1, OWNER],
    [2, TARGET],
  ]),
  'TRX to the contract of a token': caseOf('TransferContract', 1, [
    [1, OWNER],
    [2, USDT],
    [3, 2_500_000],
  ]),
  'TRX to somebody': caseOf('TransferContract', 1, [
    [1, OWNER],
    [2, TARGET],
    [3, 2_500_000],
  ]),
  'TRX with a memo for an exchange': caseOf(
    'TransferContract',
    1,
    [
      [1, OWNER],
      [2, TARGET],
      [3, 2_500_000],
    ],
    { raw: [[10, '104882']] },
  ),
  'TRX with a memo that has it swapped': caseOf(
    'TransferContract',
    1,
    [
      [1, OWNER],
      [2, TARGET],
      [3, 2_500_000],
    ],
    { raw: [[10, '=:ETH.ETH:0x66']] },
  ),
  'TRX to oneself, by an active permission, with a memo that turns the text': caseOf(
    'TransferContract',
    1,
    [
      [1, OWNER],
      [2, OWNER],
      [3, 1],
    ],
    { contract: [[5, 2]], raw: [[10, 'pay‮yap']] },
  ),
  'a TRC-10 token': caseOf('TransferAssetContract', 2, [
    [1, '1002000'],
    [2, OWNER],
    [3, TARGET],
    [4, 5_000_000],
  ]),
  'USDT to somebody': call(USDT, `a9059cbb${word('22'.repeat(20))}${word('989680')}`),
  'an unlimited approval of USDT': call(USDT, `095ea7b3${word('22'.repeat(20))}${'ff'.repeat(32)}`),
  'a call of a function that nobody knows, with TRX and a huge fee': call(
    TARGET,
    'deadbeef',
    [[3, 5_000_000]],
    [[18, 15_000_000_000]],
  ),
  'a call without a fee limit': call(USDT, `a9059cbb${word('22'.repeat(20))}${word('989680')}`, [], []),
  'USDT to nobody': call(USDT, `a9059cbb${word('')}${word('989680')}`),
  'TRX to an address that burns it': caseOf('TransferContract', 1, [
    [1, OWNER],
    [2, hexDecode(`41${'00'.repeat(20)}`)],
    [3, 2_500_000],
  ]),
  'a call that carries a TRC-10 token': call(TARGET, 'd0e30db0', [
    [5, 700],
    [6, 1_002_000],
  ]),
  'a transfer of USDT that carries a TRC-10 token, which it does not take': blind(
    call(USDT, `a9059cbb${word('22'.repeat(20))}${word('989680')}`, [
      [5, 700],
      [6, 1_002_000],
    ]),
  ),
  'TRX staked for energy': caseOf('FreezeBalanceV2Contract', 54, [
    [1, OWNER],
    [2, 1_000_000_000],
    [3, 1],
  ]),
  'TRX unstaked': caseOf('UnfreezeBalanceV2Contract', 55, [
    [1, OWNER],
    [2, 500_000_000],
  ]),
  'energy lent and locked': caseOf('DelegateResourceContract', 57, [
    [1, OWNER],
    [2, 1],
    [3, 300_000_000],
    [4, TARGET],
    [5, 1],
    [6, 28_800],
  ]),
  'energy taken back': caseOf('UnDelegateResourceContract', 58, [
    [1, OWNER],
    [2, 1],
    [3, 300_000_000],
    [4, TARGET],
  ]),
  'votes for two witnesses': caseOf('VoteWitnessContract', 4, [
    [1, OWNER],
    [
      2,
      [
        [1, TARGET],
        [2, 1000],
      ],
    ],
    [
      2,
      [
        [1, OTHER],
        [2, 24],
      ],
    ],
    [3, 1],
  ]),
  'rewards withdrawn': caseOf('WithdrawBalanceContract', 13, [[1, OWNER]]),
  'what was unstaked, withdrawn': caseOf('WithdrawExpireUnfreezeContract', 56, [[1, OWNER]]),
  'unstaking called off': caseOf('CancelAllUnfreezeV2Contract', 59, [[1, OWNER]]),
  'a contract made': caseOf(
    'CreateSmartContract',
    30,
    [
      [1, OWNER],
      [
        2,
        [
          [1, OWNER],
          [4, hexDecode('6080604052')],
          [5, 1_000_000],
          [6, 100],
          [7, 'Vault'],
          [8, 10_000_000],
        ],
      ],
    ],
    { raw: [FEE_LIMIT] },
  ),
  'an account given to two of three keys of others': permissions(
    [2, [[3, 'owner'], [4, 2], signer(TARGET, 1), signer(OTHER, 1), signer(USDT, 1)]],
    [4, [[1, 2], [2, 2], [3, 'desk'], [4, 1], [6, OPERATIONS], signer(OWNER, 1)]],
  ),
  'an account that nobody can use any more': permissions(
    [2, [[3, 'owner'], [4, 3], signer(OWNER, 1), signer(TARGET, 1)]],
    [4, [[1, 2], [2, 2], [3, 'active'], [4, 1], [6, new Uint8Array(32)], signer(OWNER, 1)]],
  ),
  'a kind of contract that is not read here': caseOf('AssetIssueContract', 6, [[1, OWNER]]),
  'a type that is not that of its contract': caseOf('TransferContract', 31, [
    [1, OWNER],
    [2, TARGET],
    [3, 1],
  ]),
});
