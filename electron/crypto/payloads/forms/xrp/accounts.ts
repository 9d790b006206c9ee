/** The keys of an account of the XRP Ledger, its list of signers, and its end. */
import { danger, row } from '../../../meaning.ts';
import { lostFindings, rowsOf, type XrpRule } from './rule.ts';
import { accountSet } from './settings.ts';

const setRegularKey: XrpRule = {
  required: [],
  optional: ['RegularKey'],
  flags: 0n,
  effect(of) {
    const key = of.text('RegularKey');
    if (!of.has('RegularKey'))
      return {
        steps: ['Remove the regular key of the account'],
        findings: [danger('The regular key can no longer sign for the account.')],
      };
    return {
      steps: [`Let the key of ${key} sign for the account`],
      rows: [row('New regular key', key, 'address')],
      findings: [
        danger('Whoever has the new regular key controls the account. An earlier regular key can no longer sign.', {
          field: 'RegularKey',
        }),
      ],
      faults: key === of.account ? ['its regular key is its master key'] : [],
    };
  },
};

const MOST_SIGNERS = 32;

const signerListSet: XrpRule = {
  required: ['SignerQuorum'],
  optional: ['SignerEntries'],
  flags: 0n,
  effect(of) {
    const entries = of.items('SignerEntries');
    const quorum = of.number('SignerQuorum');
    if (entries.length === 0)
      return {
        steps: ['Remove the list of signers of the account'],
        findings: [danger('Its signers can no longer sign for the account.')],
        faults: quorum === 0n ? [] : ['it has a quorum without signers'],
      };
    const weight = entries.reduce((sum, entry) => sum + entry.number('SignerWeight'), 0n);
    const addresses = entries.map((entry) => entry.account);
    return {
      steps: [
        `Let ${entries.length === 1 ? 'one signer' : `${entries.length} signers`} with a quorum of ${quorum} sign for the account`,
      ],
      rows: entries.flatMap((entry) => [
        row('New signer', entry.account, 'address'),
        row('Weight', `${entry.number('SignerWeight')} of the quorum of ${quorum}`),
        ...rowsOf(entry, { WalletLocator: 'Wallet locator' }),
      ]),
      findings: [
        danger(
          'Signers whose weights reach the quorum control the account without its master key. The list replaces an earlier one.',
          {
            field: 'SignerEntries',
          },
        ),
        ...entries
          .filter((entry) => quorum !== 0n && entry.number('SignerWeight') >= quorum)
          .map((entry) => danger(`${entry.account} alone reaches the quorum.`, { field: 'SignerEntries' })),
      ],
      faults: [
        ...(quorum === 0n ? ['it has signers without a quorum'] : []),
        ...(weight < quorum ? ['its signers do not reach its quorum'] : []),
        ...(entries.length > MOST_SIGNERS ? ['it has more signers than the ledger takes'] : []),
        ...(new Set(addresses).size === addresses.length ? [] : ['it has a signer twice']),
        ...(addresses.includes(of.account) ? ['its own account is one of its signers'] : []),
        ...(entries.some((entry) => !entry.has('Account') || entry.number('SignerWeight') === 0n)
          ? ['it has a signer without an account or a weight']
          : []),
      ],
    };
  },
};

const ticketCreate: XrpRule = {
  required: ['TicketCount'],
  optional: [],
  flags: 0n,
  effect(of) {
    const count = of.number('TicketCount');
    return {
      steps: [`Reserve ${count} sequence ${count === 1n ? 'number' : 'numbers'} for later transactions`],
      rows: rowsOf(of, { TicketCount: 'Tickets' }),
      faults: count === 0n || count > 250n ? ['its number of tickets is out of range'] : [],
    };
  },
};

const depositPreauth: XrpRule = {
  required: [],
  optional: ['Authorize', 'Unauthorize'],
  flags: 0n,
  effect(of) {
    const isOn = of.has('Authorize');
    const other = of.text(isOn ? 'Authorize' : 'Unauthorize');
    return {
      steps: [isOn ? `Take payments from ${other}` : `Take no more payments from ${other}`],
      rows: [row('Payer', other, 'address')],
      faults: [
        ...(isOn === of.has('Unauthorize') ? ['it needs one account to approve or to remove'] : []),
        ...(other === of.account ? ['it is about its own account'] : []),
      ],
    };
  },
};

const accountDelete: XrpRule = {
  required: ['Destination'],
  optional: ['DestinationTag'],
  flags: 0n,
  effect: (of) => ({
    steps: [`Delete the account and send all its XRP to ${of.text('Destination')}`],
    rows: [
      row('Amount', 'all XRP of the account', 'amount'),
      row('To', of.text('Destination'), 'address'),
      ...rowsOf(of, { DestinationTag: 'Destination tag' }),
    ],
    findings: [
      danger('It deletes the account. All its XRP goes to the recipient.', { field: 'TransactionType' }),
      ...lostFindings(of.text('Destination')),
    ],
    faults: of.text('Destination') === of.account ? ['it sends to the account that it deletes'] : [],
  }),
};

export const ACCOUNTS: Readonly<Record<string, XrpRule>> = {
  AccountDelete: accountDelete,
  AccountSet: accountSet,
  SetRegularKey: setRegularKey,
  SignerListSet: signerListSet,
  TicketCreate: ticketCreate,
  DepositPreauth: depositPreauth,
};
