/** The fields, the types of transactions and the kinds of values of the XRP Ledger, by their numbers in its serialization. */

export type FieldKind =
  | 'account'
  | 'amount'
  | 'array'
  | 'asset'
  | 'blob'
  | 'hash128'
  | 'hash256'
  | 'hashes'
  | 'object'
  | 'paths'
  | 'uint16'
  | 'uint32'
  | 'uint8';

/** The kinds by the number of their type. Values of other types are not read. */
export const KINDS: Readonly<Record<number, FieldKind>> = {
  1: 'uint16',
  2: 'uint32',
  4: 'hash128',
  5: 'hash256',
  6: 'amount',
  7: 'blob',
  8: 'account',
  14: 'object',
  15: 'array',
  16: 'uint8',
  18: 'paths',
  19: 'hashes',
  24: 'asset',
};

/** The names of fields by the number of their type, and by their own number. */
export const NAMES: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  1: { 2: 'TransactionType', 3: 'SignerWeight', 4: 'TransferFee', 5: 'TradingFee' },
  2: {
    1: 'NetworkID',
    2: 'Flags',
    3: 'SourceTag',
    4: 'Sequence',
    10: 'Expiration',
    11: 'TransferRate',
    12: 'WalletSize',
    14: 'DestinationTag',
    20: 'QualityIn',
    21: 'QualityOut',
    25: 'OfferSequence',
    27: 'LastLedgerSequence',
    33: 'SetFlag',
    34: 'ClearFlag',
    35: 'SignerQuorum',
    36: 'CancelAfter',
    37: 'FinishAfter',
    39: 'SettleDelay',
    40: 'TicketCount',
    41: 'TicketSequence',
    42: 'NFTokenTaxon',
  },
  4: { 1: 'EmailHash' },
  5: {
    7: 'WalletLocator',
    9: 'AccountTxnID',
    10: 'NFTokenID',
    17: 'InvoiceID',
    22: 'Channel',
    24: 'CheckID',
    28: 'NFTokenBuyOffer',
    29: 'NFTokenSellOffer',
    34: 'DomainID',
  },
  6: {
    1: 'Amount',
    2: 'Balance',
    3: 'LimitAmount',
    4: 'TakerPays',
    5: 'TakerGets',
    8: 'Fee',
    9: 'SendMax',
    10: 'DeliverMin',
    11: 'Amount2',
    12: 'BidMin',
    13: 'BidMax',
    19: 'NFTokenBrokerFee',
    25: 'LPTokenOut',
    26: 'LPTokenIn',
    27: 'EPrice',
  },
  7: {
    1: 'PublicKey',
    2: 'MessageKey',
    3: 'SigningPubKey',
    5: 'URI',
    7: 'Domain',
    12: 'MemoType',
    13: 'MemoData',
    14: 'MemoFormat',
    16: 'Fulfillment',
    17: 'Condition',
  },
  8: {
    1: 'Account',
    2: 'Owner',
    3: 'Destination',
    4: 'Issuer',
    5: 'Authorize',
    6: 'Unauthorize',
    8: 'RegularKey',
    9: 'NFTokenMinter',
    11: 'Holder',
    12: 'Delegate',
  },
  14: { 10: 'Memo', 11: 'SignerEntry' },
  15: { 4: 'SignerEntries', 9: 'Memos' },
  16: { 16: 'TickSize' },
  18: { 1: 'Paths' },
  19: { 4: 'NFTokenOffers', 5: 'CredentialIDs' },
  24: { 3: 'Asset', 4: 'Asset2' },
};

/** Fields of a signed transaction to which no signature commits: `TxnSignature`, `Signature` and `Signers`. */
export const UNSIGNED: ReadonlySet<string> = new Set(['7.4', '7.6', '15.3']);

/** The objects of each list. */
export const ITEMS: Readonly<Record<string, string>> = { Memos: 'Memo', SignerEntries: 'SignerEntry' };

/** Fields with a time, in seconds since 2000. */
export const TIMES: ReadonlySet<string> = new Set(['Expiration', 'CancelAfter', 'FinishAfter']);

/** The types of transactions by their number. */
export const TYPES: Readonly<Record<number, string>> = {
  0: 'Payment',
  1: 'EscrowCreate',
  2: 'EscrowFinish',
  3: 'AccountSet',
  4: 'EscrowCancel',
  5: 'SetRegularKey',
  7: 'OfferCreate',
  8: 'OfferCancel',
  10: 'TicketCreate',
  12: 'SignerListSet',
  13: 'PaymentChannelCreate',
  14: 'PaymentChannelFund',
  15: 'PaymentChannelClaim',
  16: 'CheckCreate',
  17: 'CheckCash',
  18: 'CheckCancel',
  19: 'DepositPreauth',
  20: 'TrustSet',
  21: 'AccountDelete',
  25: 'NFTokenMint',
  26: 'NFTokenBurn',
  27: 'NFTokenCreateOffer',
  28: 'NFTokenCancelOffer',
  29: 'NFTokenAcceptOffer',
  30: 'Clawback',
  31: 'AMMClawback',
  35: 'AMMCreate',
  36: 'AMMDeposit',
  37: 'AMMWithdraw',
  38: 'AMMVote',
  39: 'AMMBid',
  40: 'AMMDelete',
  57: 'MPTokenAuthorize',
  58: 'CredentialCreate',
  59: 'CredentialAccept',
  60: 'CredentialDelete',
  61: 'NFTokenModify',
  64: 'DelegateSet',
  71: 'Batch',
};
