/** Operations of Stellar that change an account, its trust lines or who pays for their reserve. */
import { care, danger, row } from '../../../meaning.ts';
import { quotedOrHex } from '../effect.ts';
import { asset, assetCode, assetText, trusted } from './assets.ts';
import { sponsored } from './claims.ts';
import { accountRows, accountWords, amountText, lostFindings, type Operation } from './operation.ts';
import { setOptions } from './options.ts';
import { account, amount, bytesUpTo, int64, muxed, UNLIMITED, uint32 } from './values.ts';

const changeTrust: Operation = {
  name: 'ChangeTrust',
  members: { line: trusted, limit: amount },
  effect(of) {
    const line = of.value('line');
    const [only, ...others] = line.assets;
    const limit = of.number('limit');
    const most =
      limit === UNLIMITED
        ? `any amount of ${line.text}`
        : only !== undefined && others.length === 0
          ? `up to ${amountText(limit, only)}`
          : `up to ${of.text('limit')} ${line.text}`;
    return {
      steps: [limit === 0n ? `Remove the trust line for ${line.text}` : `Let the account hold ${most}`],
      rows: [
        row('Asset', line.text),
        ...line.assets.flatMap(({ issuer }) => (issuer === null ? [] : [row('Issuer', issuer, 'address')])),
        row('Limit', limit === UNLIMITED ? 'none' : of.text('limit'), limit === UNLIMITED ? 'text' : 'amount'),
      ],
      faults: [
        ...(others.length === 0 && only?.code === null ? ['it trusts XLM, which needs no trust'] : []),
        ...(line.assets.some(({ issuer }) => issuer === of.source) ? ['it trusts an asset of its own'] : []),
      ],
    };
  },
};

const LEVELS = ['Revoke the approval of', 'Approve', 'Let only its open offers continue, of'];

const allowTrust: Operation = {
  name: 'AllowTrust',
  members: { trustor: account, asset: assetCode, authorize: uint32 },
  effect(of) {
    const level = Number(of.number('authorize'));
    return {
      steps: [
        `${LEVELS[level] ?? 'Change the approval of'} ${of.text('trustor')} for ${of.text('asset')} of this account`,
      ],
      rows: [...accountRows('Holder', of.value('trustor')), row('Asset', `${of.text('asset')} issued by ${of.source}`)],
      findings: level === 1 ? [] : [danger('The holder can no longer send or receive the asset.')],
      faults: LEVELS[level] === undefined ? ['it has an approval that is not known'] : [],
    };
  },
};

const [AUTHORIZED, MAINTAIN, CLAWBACK] = [1n, 2n, 4n];

const setTrustLineFlags: Operation = {
  name: 'SetTrustLineFlags',
  members: { trustor: account, asset, clearFlags: uint32, setFlags: uint32 },
  effect(of) {
    const [set, clear] = [of.number('setFlags'), of.number('clearFlags')];
    const holder = of.text('trustor');
    const name = assetText(of.asset('asset'));
    const steps = [
      ...((set & AUTHORIZED) === 0n ? [] : [`Approve ${holder} for ${name}`]),
      ...((set & MAINTAIN) === 0n ? [] : [`Let only the open offers of ${holder} continue, for ${name}`]),
      ...((clear & AUTHORIZED) === 0n ? [] : [`Revoke the approval of ${holder} for ${name}`]),
      ...((clear & MAINTAIN) === 0n ? [] : [`End the open offers of ${holder} for ${name}`]),
      ...((clear & CLAWBACK) === 0n ? [] : [`Give up the right to claw back ${name} from ${holder}`]),
    ];
    return {
      steps: steps.length === 0 ? [`Change no approval of ${holder}`] : steps,
      rows: [...accountRows('Holder', of.value('trustor')), row('Asset', name)],
      findings:
        (clear & (AUTHORIZED | MAINTAIN)) === 0n ? [] : [danger('The holder can no longer send or receive the asset.')],
      faults: [
        ...((set & ~3n) === 0n && (clear & ~7n) === 0n && (set & clear) === 0n && set !== 3n
          ? []
          : ['it has flags that no network takes']),
        ...(of.asset('asset').issuer === of.source ? [] : ['the account is not the issuer of the asset']),
      ],
    };
  },
};

const accountMerge: Operation = {
  name: 'AccountMerge',
  members: { destination: muxed },
  effect: (of) => ({
    steps: [`Delete the account and send all its XLM to ${accountWords(of.value('destination'))}`],
    rows: [row('Amount', 'all XLM of the account', 'amount'), ...accountRows('To', of.value('destination'))],
    findings: [
      danger('It deletes the account. All its XLM goes to the recipient.'),
      ...lostFindings(of.value('destination')),
    ],
    faults: of.value('destination').account === of.source ? ['it sends to the account that it deletes'] : [],
  }),
};

const inflation: Operation = {
  name: 'Inflation',
  members: {},
  effect: () => ({ steps: ['Run the inflation, which no longer pays anything'] }),
};

const manageData: Operation = {
  name: 'ManageData',
  members: { dataName: bytesUpTo(64), dataValue: { optional: bytesUpTo(64) } },
  effect(of) {
    const name = quotedOrHex(of.value('dataName').content);
    const data = of.optional('dataValue');
    const text = data === null ? '' : data.content.length === 0 ? 'nothing' : quotedOrHex(data.content);
    return {
      steps: [
        data === null ? `Delete the data ${name} of the account` : `Set the data ${name} of the account to ${text}`,
      ],
      rows: [row('Data', name), ...(data === null ? [] : [row('Value', text)])],
      faults: of.value('dataName').content.length === 0 ? ['its data has no name'] : [],
    };
  },
};

const bumpSequence: Operation = {
  name: 'BumpSequence',
  members: { bumpTo: int64 },
  effect: (of) => ({
    steps: [`Raise the sequence number of the account to ${of.text('bumpTo')}`],
    rows: [row('New sequence number', of.text('bumpTo'))],
    findings: [
      danger(
        'Transactions that are signed with lower numbers become invalid. The largest number locks the account for ever.',
      ),
    ],
  }),
};

const beginSponsoring: Operation = {
  name: 'BeginSponsoringFutureReserves',
  members: { sponsoredID: account },
  effect: (of) => ({
    steps: [`Pay the reserves of ${of.text('sponsoredID')} in the operations that follow`],
    rows: accountRows('Sponsored', of.value('sponsoredID')),
    findings: [care('The reserves are locked until the sponsored account or the sponsor ends this.')],
    faults: of.text('sponsoredID') === of.source ? ['it sponsors its own account'] : [],
  }),
};

const endSponsoring: Operation = {
  name: 'EndSponsoringFutureReserves',
  members: {},
  effect: () => ({ steps: ['Agree to the reserves that another account pays for this one'] }),
};

const revokeSponsorship: Operation = {
  name: 'RevokeSponsorship',
  members: { sponsored },
  effect: (of) => ({
    steps: [`Stop to pay the reserve of ${of.text('sponsored')}, or hand it over`],
    rows: [row('Sponsored', of.text('sponsored'))],
  }),
};

export const SETTINGS: Readonly<Record<number, Operation>> = {
  5: setOptions,
  6: changeTrust,
  7: allowTrust,
  8: accountMerge,
  9: inflation,
  10: manageData,
  11: bumpSequence,
  16: beginSponsoring,
  17: endSponsoring,
  18: revokeSponsorship,
  21: setTrustLineFlags,
};
