/** Payments of the XRP Ledger. */
import { care, danger, information, row } from '../../../meaning.ts';
import { type Asset, anyIssuerText, imitated, isNextToNothing, isSameAsset } from './amounts.ts';
import { hasFlag, lostFindings, type Of, rowsOf, toRows, type XrpRule } from './rule.ts';

const [NO_DIRECT, PARTIAL, LIMIT_QUALITY] = [0x1_0000n, 0x2_0000n, 0x4_0000n];

/** About an asset whose name is that of a coin or of another issuer's token. */
export const imitationFindings = (...assets: readonly Asset[]) =>
  assets.flatMap((asset) => {
    const name = imitated(asset);
    if (name === null) return [];
    return [
      danger(
        name === 'XRP'
          ? `The token of ${asset.issuer} is called ${asset.letters}, and it is not XRP.`
          : `The token of ${asset.issuer} is called ${asset.letters}, and it is not the ${name} of the known issuer.`,
      ),
    ];
  });

/** About a currency of "any issuer", which the account of the payer or of the recipient stands for. */
function issuerFindings(of: Of) {
  const [amount, paid] = [of.amount('Amount').asset, of.amount('SendMax').asset];
  return [
    ...(amount.kind === 'issued' && amount.issuer === of.text('Destination')
      ? [care('The recipient stands for the issuer: it can get this currency of any issuer that it trusts.')]
      : []),
    ...(paid.kind === 'issued' && paid.issuer === of.account
      ? [care('The payer stands for the issuer: it can pay with this currency of any issuer that it holds.')]
      : []),
  ];
}

export const payment: XrpRule = {
  required: ['Destination', 'Amount'],
  optional: ['SendMax', 'Paths', 'InvoiceID', 'DestinationTag', 'DeliverMin'],
  flags: NO_DIRECT | PARTIAL | LIMIT_QUALITY,
  effect(of) {
    const [amount, paid] = [of.amount('Amount'), of.amount('SendMax')];
    const isPartial = hasFlag(of, PARTIAL);
    const isDirect = amount.asset.kind === 'XRP' && !of.has('SendMax');
    const to = of.text('Destination');
    const price = of.has('SendMax') ? `, and pay up to ${of.amountText('SendMax')} for it` : '';
    const least = of.has('DeliverMin') ? `, but at least ${of.amountText('DeliverMin')}` : '';
    const what = isPartial ? `up to ${of.amountText('Amount')}${least}` : of.amountText('Amount');
    const isSelf = to === of.account;
    const isOwn = amount.asset.issuer === of.account;
    const faults = [
      ...(amount.isZero ? ['it pays nothing'] : []),
      ...(of.has('SendMax') && paid.isZero ? ['it pays with nothing'] : []),
      ...(of.has('DeliverMin') && !isPartial ? ['it has a least amount and is not a partial payment'] : []),
      ...(of.has('DeliverMin') && !isSameAsset(of.amount('DeliverMin').asset, amount.asset)
        ? ['its least amount is of another currency']
        : []),
      ...(isDirect && (isPartial || of.has('Paths') || hasFlag(of, LIMIT_QUALITY | NO_DIRECT))
        ? ['it pays XRP with XRP and has a rule for another currency']
        : []),
      ...(of.has('SendMax') && paid.asset.kind === 'XRP' && amount.asset.kind === 'XRP'
        ? ['it pays XRP with XRP and has a highest price']
        : []),
      ...(isSelf && (!of.has('SendMax') || isSameAsset(paid.asset, amount.asset)) ? ['it pays its own account'] : []),
      ...(hasFlag(of, NO_DIRECT) && !of.has('Paths') ? ['it has no path and excludes the direct one'] : []),
    ];
    return {
      steps: [
        isSelf ? `Get ${what} in exchange for up to ${of.amountText('SendMax')}` : `Send ${what} to ${to}${price}`,
      ],
      rows: [
        row('Amount', isPartial ? `up to ${of.amountText('Amount')}` : of.amountText('Amount'), 'amount'),
        ...(of.has('DeliverMin') ? [row('At least', of.amountText('DeliverMin'), 'amount')] : []),
        ...(of.has('SendMax')
          ? [row('Pays at most', of.amountText('SendMax'), 'amount')]
          : isDirect || isOwn
            ? []
            : [row('Pays at most', anyIssuerText(amount), 'amount')]),
        ...toRows(of),
        ...rowsOf(of, { InvoiceID: 'Invoice', Paths: 'Paths' }),
        ...(hasFlag(of, LIMIT_QUALITY) ? [row('Rate', 'none worse than that of the amounts')] : []),
        ...(hasFlag(of, NO_DIRECT) ? [row('Direct path', 'excluded')] : []),
      ],
      findings: [
        ...(isPartial && isNextToNothing(of.amount('DeliverMin'))
          ? [
              danger(
                'It is a partial payment without a least amount: it can deliver next to nothing and spend all that it may.',
                { field: 'Flags' },
              ),
            ]
          : isPartial
            ? [care('It is a partial payment: it can deliver less than its amount.', { field: 'Flags' })]
            : []),
        ...imitationFindings(amount.asset, ...(of.has('SendMax') ? [paid.asset] : [])),
        ...issuerFindings(of),
        ...(isOwn ? [information('It issues the amount: the account is the issuer.')] : []),
        ...(isDirect || isOwn || of.has('SendMax') || amount.asset.kind !== 'issued'
          ? []
          : [information('It can pay with the same currency of any issuer that the account holds.')]),
        ...(isSelf
          ? [care('It is an exchange: the account pays itself.', { field: 'Destination' })]
          : lostFindings(to)),
      ],
      faults,
    };
  },
};
