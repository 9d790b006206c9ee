/** What a Tron transaction does, in words. The data of a contract's call is not decoded here. */
import { type DecodedField, decimalText } from '../../../../shared/model/index.ts';
import { type Doing, danger, momentText, row, type Step } from '../../meaning.ts';
import { tronAddress } from './contracts.ts';
import { bytesOf, numberOf, type TronRaw, tronFields } from './raw.ts';

const DECIMALS = 6;
/** Choice (tron-fee-warning): from 1000 TRX a fee limit is more likely a mistake than a wish. In sun. */
const FEE_WARNING = 1_000_000_000n;
const PREFIX = Uint8Array.of(0x41);

/** Reads a field of the contract as its fields are shown. */
type Reader = (name: string) => string;

/** What each kind of contract does, from what its fields show. */
const STEPS: Readonly<Record<string, (text: Reader, amount: Reader) => string>> = {
  TransferContract: (text, amount) => `Send ${amount('amount')} to ${text('to_address')}`,
  TransferAssetContract: (text) =>
    `Send ${text('amount') || '0'} base units of the token ${text('asset_name')} to ${text('to_address')}`,
  AccountPermissionUpdateContract: (text) => `Replace who can sign for ${text('owner_address')}`,
  FreezeBalanceV2Contract: (text, amount) => `Stake ${amount('frozen_balance')} for ${text('resource')}`,
  UnfreezeBalanceV2Contract: (text, amount) => `Unstake ${amount('unfreeze_balance')} from ${text('resource')}`,
  DelegateResourceContract: (text, amount) =>
    `Lend ${text('receiver_address')} the ${text('resource')} of ${amount('balance')}${text('lock') === 'true' ? ', locked' : ''}`,
  UnDelegateResourceContract: (text, amount) =>
    `Take back the ${text('resource')} of ${amount('balance')} from ${text('receiver_address')}`,
};

/** What a Tron transaction that was read does. */
export function tronMeaning(parsed: TronRaw): Doing {
  const { raw, rule, value } = parsed;
  const shown = new Map(tronFields(parsed).map((field) => [field.name, field.value]));
  const text: Reader = (name) => shown.get(`contract[0].${name}`) ?? '';
  const amount: Reader = (name) => trx(numberOf(value, name));
  const feeLimit = numberOf(raw, 'fee_limit');
  const expiration = numberOf(raw, 'expiration');
  return {
    steps: [STEPS[rule.name]?.(text, amount) ?? callStep(parsed)],
    summary: [
      row('From', text('owner_address'), 'address'),
      ...callRows(parsed),
      row('Network', 'Tron; which one a transaction does not say'),
      ...(feeLimit === 0n ? [] : [row('Fee at most', trx(feeLimit), 'amount')]),
      ...(expiration === 0n ? [] : [row('Expires', momentText(expiration, 'ms'), 'time')]),
    ],
    findings: [
      ...(rule.name === 'AccountPermissionUpdateContract'
        ? [
            danger(
              'It replaces who can sign for the account. Whoever controls the new keys controls everything in it.',
              {
                field: 'contract[0].owner',
              },
            ),
          ]
        : []),
      ...(feeLimit >= FEE_WARNING ? [danger(`Its fee may be up to ${trx(feeLimit)}.`, { field: 'fee_limit' })] : []),
    ],
  };
}

/** A TriggerSmartContract. */
function callStep({ value }: TronRaw): Step {
  return {
    family: 'tron',
    chain: null,
    to: tronAddress(bytesOf(value, 'contract_address')),
    value: numberOf(value, 'call_value'),
    data: bytesOf(value, 'data'),
    field: 'contract[0].data',
    amount: trx,
    address: (bytes) => tronAddress(Uint8Array.of(...PREFIX, ...bytes)),
  };
}

function callRows({ rule, value }: TronRaw): DecodedField[] {
  if (rule.name !== 'TriggerSmartContract') return [];
  const units = numberOf(value, 'call_value');
  return [
    row('Contract', tronAddress(bytesOf(value, 'contract_address')), 'address'),
    ...(units === 0n ? [] : [row('Amount', trx(units), 'amount')]),
  ];
}

function trx(sun: bigint): string {
  return `${decimalText(sun, DECIMALS)} TRX`;
}
