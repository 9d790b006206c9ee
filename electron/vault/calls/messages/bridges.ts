/** Transfers between chains: burn intents of Circle's Gateway, and changed deposits of Across. */
import { chainName, type DecodedField, ethereumChainName, type Finding } from '../../../../shared/model/index.ts';
import {
  burntFinding,
  danger,
  isBurnt,
  isUnlimited,
  keylessFindings,
  row,
  tokenOf,
  tokensOf,
  tokensText,
} from '../../../crypto/index.ts';
import {
  addressAt,
  addressIn,
  chainText,
  DOMAINS,
  isKnownChain,
  isPadded,
  SOLANA,
  UNEXPLAINED_DATA,
} from '../circle.ts';
import { type Arguments, listed } from '../standard.ts';
import { blindFinding, handedIn, type MessageRule, named, nothingInReturn } from './rule.ts';

const GATEWAY = 'Circle Gateway';
/** The wallet contract of Gateway, at one address on every chain, as 32 bytes. */
const GATEWAY_WALLET = `0x${'00'.repeat(12)}77777777dcc4d5a8b6e418fd04d8997ef11000ee`;
/** The contract that pays at the other end, likewise. */
const GATEWAY_MINTER = `0x${'00'.repeat(12)}2222222d7164433c4c09b0b0d809a9b52c04c205`;
const SYMBOL = 'USDC';
const TRANSFER_SPEC =
  'TransferSpec(uint32 version,uint32 sourceDomain,uint32 destinationDomain,bytes32 sourceContract,bytes32 destinationContract,bytes32 sourceToken,bytes32 destinationToken,bytes32 sourceDepositor,bytes32 destinationRecipient,bytes32 sourceSigner,bytes32 destinationCaller,uint256 value,bytes32 salt,bytes hookData)';
const BURN_INTENT = 'BurnIntent(uint256 maxBlockHeight,uint256 maxFee,TransferSpec spec)';
/** No chain has had so many blocks. */
const ENDLESS_HEIGHT = 1n << 64n;
const intentsOf = (of: Arguments) => of.each('intents');

/** An amount of the token that is burnt, on the chain where it is. */
function spentText(spec: Arguments, units: bigint): string {
  return tokensText(DOMAINS[spec.text('sourceDomain')] ?? null, addressIn(spec, 'sourceToken'), units);
}
/** The coin of Circle on a chain where its address is known here. Null on others. */
function isOtherToken(spec: Arguments): boolean {
  const chain = DOMAINS[spec.text('destinationDomain')];
  const known = chain === undefined ? [] : tokensOf(chain).filter(({ symbol }) => symbol === SYMBOL);
  return known.length > 0 && tokenOf(chain ?? null, addressIn(spec, 'destinationToken'))?.symbol !== SYMBOL;
}

/** The number of the form of a transfer, of which there is one. */
const VERSION = '1';

/** About chains and forms that are not known here, where the members can mean something else. */
function formFindings(of: Arguments, spec: Arguments): Finding[] {
  const unknown = ['sourceDomain', 'destinationDomain'].find((name) => !isKnownChain(spec, name));
  return [
    ...(spec.text('version') === VERSION
      ? []
      : [blindFinding(of, 'The version of the transfer is not known.', { field: 'spec.version', basis: GATEWAY })]),
    ...(unknown === undefined
      ? []
      : [
          blindFinding(of, `${chainText(spec, unknown)} is not known: its addresses can be of another form.`, {
            field: `spec.${unknown}`,
            basis: GATEWAY,
          }),
        ]),
  ];
}

/** About the recipient at the other end. */
function recipientFindings(of: Arguments, spec: Arguments): Finding[] {
  const [field, address] = ['spec.destinationRecipient', addressAt(spec, 'destinationRecipient')];
  if (spec.text('destinationDomain') !== SOLANA && !isPadded(spec.bytes('destinationRecipient')))
    return [blindFinding(of, 'The recipient is no address of the chain that it is on.', { field, basis: GATEWAY })];
  if (spec.text('destinationDomain') !== SOLANA)
    return isBurnt(address) ? [burntFinding(address, field)] : keylessFindings(address, field);
  if (!isPadded(spec.bytes('destinationRecipient'))) return [];
  return [
    blindFinding(of, 'The recipient is an address of Ethereum, and the tokens go to Solana.', {
      field,
      basis: GATEWAY,
    }),
  ];
}

/** The fee is taken from the same balance. */
const feeText = (of: Arguments) =>
  of.number('maxFee') === 0n
    ? ''
    : isUnlimited(of.number('maxFee'))
      ? ', for a fee without limit'
      : `, for a fee of at most ${spentText(of.within('spec'), of.number('maxFee'))}`;
const intentText = (of: Arguments) => `${specText(of.within('spec'))}${feeText(of)}`;
const specText = (spec: Arguments) =>
  `Send ${spentText(spec, spec.number('value'))} from ${chainText(spec, 'sourceDomain')} to ${addressAt(spec, 'destinationRecipient')} on ${chainText(spec, 'destinationDomain')}`;

function intentRows(of: Arguments): DecodedField[] {
  const spec = of.within('spec');
  return [
    row('Depositor', addressIn(spec, 'sourceDepositor'), 'address'),
    row('Signed by', addressIn(spec, 'sourceSigner'), 'address'),
    row('To', addressAt(spec, 'destinationRecipient'), 'address'),
    row('Amount', spentText(spec, spec.number('value')), 'amount'),
    row('Token at the other end', addressAt(spec, 'destinationToken'), 'address'),
    row('Contract that burns', addressIn(spec, 'sourceContract'), 'address'),
    row('Contract that pays', addressAt(spec, 'destinationContract'), 'address'),
    row('From chain', chainText(spec, 'sourceDomain')),
    row('To chain', chainText(spec, 'destinationDomain')),
    row('Fee at most', spentText(spec, of.number('maxFee')), 'amount'),
    row('Valid until block', of.number('maxBlockHeight') < ENDLESS_HEIGHT ? of.text('maxBlockHeight') : 'for ever'),
  ];
}

function intentFindings(of: Arguments): Finding[] {
  const spec = of.within('spec');
  const blind = (field: string, text: string) => [blindFinding(of, text, { field, basis: GATEWAY })];
  return [
    ...handedIn('hand it in', GATEWAY),
    ...(of.number('maxBlockHeight') < ENDLESS_HEIGHT
      ? []
      : [danger('It never expires: it can be used at any time.', { field: 'maxBlockHeight', basis: GATEWAY })]),
    ...(of.number('maxFee') > spec.number('value')
      ? [
          danger(
            `The fee can be ${isUnlimited(of.number('maxFee')) ? 'all that the account has there' : spentText(spec, of.number('maxFee'))}, which is more than is sent.`,
            { field: 'maxFee', basis: GATEWAY },
          ),
        ]
      : []),
    ...formFindings(of, spec),
    ...recipientFindings(of, spec),
    ...(isOtherToken(spec)
      ? blind('spec.destinationToken', 'The token at the other end is not the USDC that is known there.')
      : []),
    ...(spec.bytes('hookData').length === 0 ? [] : blind('hookData', UNEXPLAINED_DATA)),
    ...(spec.text('sourceContract').toLowerCase() === GATEWAY_WALLET
      ? []
      : blind('sourceContract', 'The contract that burns the tokens is not the one of Circle Gateway.')),
    ...(spec.text('destinationContract').toLowerCase() === GATEWAY_MINTER
      ? []
      : blind('destinationContract', 'The contract that pays at the other end is not the one of Circle Gateway.')),
  ];
}

const ACROSS = 'Across';

export const BRIDGES: readonly MessageRule[] = [
  {
    signature: `${BURN_INTENT}${TRANSFER_SPEC}`,
    basis: GATEWAY,
    ...named('GatewayWallet', '1'),
    does: intentText,
    rows: intentRows,
    findings: intentFindings,
  },
  {
    signature: `BurnIntentSet(BurnIntent[] intents)${BURN_INTENT}${TRANSFER_SPEC}`,
    basis: GATEWAY,
    ...named('GatewayWallet', '1'),
    does: (of) => listed(intentsOf(of).map(intentText)) || 'Make no transfer',
    rows: (of) =>
      intentsOf(of).flatMap((intent, index) =>
        intentRows(intent).map(({ name, ...rest }) => ({ name: `Transfer ${index + 1}: ${name}`, ...rest })),
      ),
    findings: (of) => intentsOf(of).flatMap(intentFindings),
  },
  ...['uint32', 'uint256'].flatMap((id) => ['bytes32', 'address'].map((to) => changedDeposit(id, to))),
];

/** A change of a deposit of Across. Its types differ from version to version. */
function changedDeposit(id: string, recipient: string): MessageRule {
  return {
    signature: `UpdateDepositDetails(${id} depositId,uint256 originChainId,uint256 updatedOutputAmount,${recipient} updatedRecipient,bytes updatedMessage)`,
    basis: ACROSS,
    ...named('ACROSS-V2', '1.0.0'),
    does: (of) =>
      `Change the deposit ${of.text('depositId')} of chain ${of.text('originChainId')}: pay ${of.text('updatedOutputAmount')} of the smallest unit to ${addressIn(of, 'updatedRecipient')}`,
    rows: (of) => [
      row('To', addressIn(of, 'updatedRecipient'), 'address'),
      row('Amount', `${of.text('updatedOutputAmount')} of the smallest unit`, 'amount'),
      row('Chain of the deposit', chainName(ethereumChainName(of.text('originChainId')))),
    ],
    findings: (of) => [
      ...handedIn('pay less for the deposit, or somebody else', ACROSS),
      ...(isBurnt(addressIn(of, 'updatedRecipient'))
        ? [burntFinding(addressIn(of, 'updatedRecipient'), 'updatedRecipient')]
        : []),
      ...(of.number('updatedOutputAmount') > 0n ? [] : [nothingInReturn('updatedOutputAmount', ACROSS)]),
      ...(of.chain === ethereumChainName(of.text('originChainId'))
        ? []
        : [
            blindFinding(of, 'The chain of the deposit is not the one of the domain.', {
              field: 'originChainId',
              basis: ACROSS,
            }),
          ]),
      ...(of.bytes('updatedMessage').length === 0
        ? []
        : [blindFinding(of, UNEXPLAINED_DATA, { field: 'updatedMessage', basis: ACROSS })]),
    ],
  };
}
