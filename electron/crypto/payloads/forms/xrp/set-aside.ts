/** Amounts that the XRP Ledger sets aside: checks, escrows and payment channels. */
import { care, danger, row } from '../../../meaning.ts';
import { imitationFindings } from './payments.ts';
import { lostFindings, type Of, rowsOf, timeText, toRows, type XrpRule } from './rule.ts';

const checkCreate: XrpRule = {
  required: ['Destination', 'SendMax'],
  optional: ['Expiration', 'DestinationTag', 'InvoiceID'],
  flags: 0n,
  effect(of) {
    const to = of.text('Destination');
    return {
      steps: [`Let ${to} cash a check for up to ${of.amountText('SendMax')}`],
      rows: [
        row('Amount', `up to ${of.amountText('SendMax')}`, 'amount'),
        ...toRows(of),
        ...rowsOf(of, { InvoiceID: 'Invoice' }),
        of.has('Expiration')
          ? row('Allowed until', timeText(of, 'Expiration'), 'time')
          : row('Allowed until', 'it is cancelled'),
      ],
      findings: [
        ...imitationFindings(of.amount('SendMax').asset),
        ...lostFindings(to),
        ...(of.has('Expiration')
          ? []
          : [danger('The check never expires: it can be cashed at any later time until it is cancelled.')]),
      ],
      faults: [
        ...(of.amount('SendMax').isZero ? ['the check is for nothing'] : []),
        ...(to === of.account ? ['the check is for its own account'] : []),
      ],
    };
  },
};

const checkCash: XrpRule = {
  required: ['CheckID'],
  optional: ['Amount', 'DeliverMin'],
  flags: 0n,
  effect(of) {
    const name = of.has('Amount') ? 'Amount' : 'DeliverMin';
    const what = name === 'Amount' ? of.amountText(name) : `at least ${of.amountText(name)}`;
    return {
      steps: [`Cash the check ${of.text('CheckID')} for ${what}`],
      rows: [row('Gets', what, 'amount'), row('Check', of.text('CheckID'), 'hash')],
      findings: imitationFindings(of.amount(name).asset),
      faults: of.has('Amount') === of.has('DeliverMin') ? ['it needs either an amount or a least amount'] : [],
    };
  },
};

const checkCancel: XrpRule = {
  required: ['CheckID'],
  optional: [],
  flags: 0n,
  effect: (of) => ({
    steps: [`Cancel the check ${of.text('CheckID')}`],
    rows: [row('Check', of.text('CheckID'), 'hash')],
  }),
};

const escrowCreate: XrpRule = {
  required: ['Destination', 'Amount'],
  optional: ['CancelAfter', 'FinishAfter', 'Condition', 'DestinationTag'],
  flags: 0n,
  effect(of) {
    const to = of.text('Destination');
    const [finish, cancel] = [of.has('FinishAfter'), of.has('CancelAfter')];
    return {
      steps: [`Lock ${of.amountText('Amount')} for ${to}`],
      rows: [
        row('Amount', of.amountText('Amount'), 'amount'),
        ...toRows(of),
        ...(finish ? [row('Locked until', timeText(of, 'FinishAfter'), 'time')] : []),
        row('Can be taken back from', cancel ? timeText(of, 'CancelAfter') : 'never', cancel ? 'time' : 'text'),
        ...rowsOf(of, { Condition: 'Condition' }),
      ],
      findings: [
        ...imitationFindings(of.amount('Amount').asset),
        ...lostFindings(to),
        ...(cancel ? [] : [danger('It can never be taken back, whatever happens to the recipient.')]),
        ...(of.has('Condition')
          ? [care('The recipient gets it only with the secret of the condition.', { field: 'Condition' })]
          : []),
        ...(to === of.account ? [care('It locks the amount for its own account.', { field: 'Destination' })] : []),
      ],
      faults: [
        ...(of.amount('Amount').isZero ? ['it locks nothing'] : []),
        ...(finish || of.has('Condition') ? [] : ['it has no time from which, and no condition by which, it ends']),
        ...(finish && cancel && of.number('CancelAfter') <= of.number('FinishAfter')
          ? ['it can be taken back before it ends']
          : []),
      ],
    };
  },
};

const ofEscrow = (of: Of) => `the escrow ${of.number('OfferSequence')} of ${of.text('Owner')}`;
const escrowRows = (of: Of) => [
  row('Owner', of.text('Owner'), 'address'),
  row('Escrow', String(of.number('OfferSequence'))),
];

const escrowFinish: XrpRule = {
  required: ['Owner', 'OfferSequence'],
  optional: ['Condition', 'Fulfillment'],
  flags: 0n,
  effect: (of) => ({
    steps: [`Release ${ofEscrow(of)} to its recipient`],
    rows: [...escrowRows(of), ...rowsOf(of, { Condition: 'Condition', Fulfillment: 'Secret' })],
    findings: [care('The transaction does not state the amount or the recipient of the escrow.')],
    faults:
      of.has('Condition') === of.has('Fulfillment') ? [] : ['it has a condition without its secret, or the reverse'],
  }),
};

const escrowCancel: XrpRule = {
  required: ['Owner', 'OfferSequence'],
  optional: [],
  flags: 0n,
  effect: (of) => ({
    steps: [`Return ${ofEscrow(of)} to its owner`],
    rows: escrowRows(of),
    findings: [care('The transaction does not state the amount of the escrow.')],
  }),
};

const channelCreate: XrpRule = {
  required: ['Destination', 'Amount', 'SettleDelay', 'PublicKey'],
  optional: ['CancelAfter', 'DestinationTag'],
  flags: 0n,
  effect: (of) => ({
    steps: [`Set aside ${of.amountText('Amount')} in a payment channel to ${of.text('Destination')}`],
    rows: [
      row('Amount', of.amountText('Amount'), 'amount'),
      ...toRows(of),
      row('Key of claims', of.text('PublicKey')),
      row('Delay before it closes', `${of.number('SettleDelay')} seconds`),
      ...(of.has('CancelAfter') ? [row('Closes at', timeText(of, 'CancelAfter'), 'time')] : []),
    ],
    findings: [
      danger('Whoever has the key of claims decides how much of the amount the recipient gets.', {
        field: 'PublicKey',
      }),
      ...lostFindings(of.text('Destination')),
    ],
    faults: [
      ...(of.amount('Amount').asset.kind === 'XRP' && !of.amount('Amount').isZero ? [] : ['it sets aside no XRP']),
      ...(of.text('Destination') === of.account ? ['the channel is to its own account'] : []),
      ...(of.bytes('PublicKey').length === 33 ? [] : ['its key has another length']),
    ],
  }),
};

const channelFund: XrpRule = {
  required: ['Channel', 'Amount'],
  optional: ['Expiration'],
  flags: 0n,
  effect: (of) => ({
    steps: [`Set aside ${of.amountText('Amount')} more in the payment channel ${of.text('Channel')}`],
    rows: [
      row('Amount', of.amountText('Amount'), 'amount'),
      row('Payment channel', of.text('Channel'), 'hash'),
      ...(of.has('Expiration') ? [row('Closes at', timeText(of, 'Expiration'), 'time')] : []),
    ],
    findings: [care('The transaction does not state the recipient of the channel.', { field: 'Channel' })],
    faults: of.amount('Amount').asset.kind === 'XRP' && !of.amount('Amount').isZero ? [] : ['it sets aside no XRP'],
  }),
};

export const SET_ASIDE: Readonly<Record<string, XrpRule>> = {
  CheckCreate: checkCreate,
  CheckCash: checkCash,
  CheckCancel: checkCancel,
  EscrowCreate: escrowCreate,
  EscrowFinish: escrowFinish,
  EscrowCancel: escrowCancel,
  PaymentChannelCreate: channelCreate,
  PaymentChannelFund: channelFund,
};
