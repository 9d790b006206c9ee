/** Votes on proposals of governors, which organizations use to decide (OpenZeppelin Governor, Governor Bravo). */
import { danger, row } from '../../crypto/index.ts';
import type { Contracts, Standard } from './standard.ts';

const BASIS = 'Governor';

/** The choices of a vote. */
const SUPPORT: Readonly<Record<string, string>> = { 0: 'against', 1: 'for', 2: 'abstaining on' };

/** Uniswap, Compound and ENS, and the governors of Optimism and Arbitrum. */
const GOVERNORS: Contracts = {
  'eip155:1': [
    '0x408ed6354d4973f66138c91495f2f2fcbd8724c3',
    '0x309a862bbc1a00e45506cb8a802d1ff10004c8c0',
    '0x323a76393544d5ecca80cd6ef2a560c6a395b7e3',
  ],
  'eip155:10': ['0xcdf27f107725988f2261ce2256bdfcde8b382b10'],
  'eip155:42161': ['0xf07ded9dc292157749b6fd268e37df6ea38395b9', '0x789fc99093b09ad01c34dc7251d0c89ce743e5a4'],
};

const vote = (signature: string): Standard => ({
  signature,
  basis: BASIS,
  places: GOVERNORS,
  does: (of) =>
    `Vote ${SUPPORT[of.text('support')] ?? `${of.text('support')} on`} the proposal ${of.text('proposalId')} of ${of.contract}`,
  rows: (of) => (of.text('reason') === '' ? [] : [row('Reason', of.text('reason'))]),
  findings: (of) =>
    Object.hasOwn(SUPPORT, of.text('support'))
      ? []
      : [
          danger(`Its choice ${of.text('support')} is not 0, 1 or 2: the governor decides its effect.`, {
            field: 'support',
            basis: BASIS,
            mark: of.mark,
          }),
        ],
});

/** A proposal: the calls that the organization makes once a vote is for them. */
const proposal = (name: string, last: string, does: Standard['does']): Standard => ({
  signature: `${name}(address[] targets, uint256[] values, bytes[] calldatas, ${last})`,
  basis: BASIS,
  places: GOVERNORS,
  does,
  calls: [{ list: null, to: 'targets', data: 'calldatas', value: 'values' }],
});

const HASH = 'bytes32 descriptionHash';

export const VOTES: readonly Standard[] = [
  proposal('propose', 'string description', (of) => `Propose that ${of.contract} makes calls`),
  proposal('queue', HASH, (of) => `Queue a proposal that ${of.contract} makes calls`),
  proposal('execute', HASH, (of) => `Have ${of.contract} make the calls of a proposal`),
  proposal('cancel', HASH, (of) => `Cancel the proposal that ${of.contract} makes calls`),
  vote('castVote(uint256 proposalId, uint8 support)'),
  vote('castVoteWithReason(uint256 proposalId, uint8 support, string reason)'),
];
