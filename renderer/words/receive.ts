import { type AccountRow, type AddressFamily, chainLabel, formatFacts } from '../../shared/model/index.ts';

type Receiver = Pick<AccountRow, 'addressFormat' | 'caip2Prefix'>;

const NO_MEMO = 'Ask the sender for no memo: this account needs none.';

const ETHEREUM = [
  'For the coin and the tokens of Ethereum and of every EVM chain, such as Base, Arbitrum and Polygon.',
  'The address is the same on all of them. Agree on the chain with the sender.',
];

const WORDS: Readonly<Record<Exclude<AddressFamily, 'key'>, readonly string[]>> = {
  ethereum: ETHEREUM,
  solana: ['For SOL and the tokens of Solana only.', 'Coins sent here from another chain are lost.'],
  bitcoin: ['For bitcoin on the Bitcoin network only.', 'Wrapped bitcoin and tokens of other chains are lost.'],
  dogecoin: ['For Dogecoin only.', 'Coins of other chains are lost.'],
  cosmos: ['For the tokens of this Cosmos chain only.', NO_MEMO],
  tron: ['For TRX and the tokens of Tron only.', 'USDT exists on several chains. Ask the sender for USDT on Tron.'],
  sui: ['For SUI and the tokens of Sui only.', 'An Aptos address looks the same. Coins sent on Aptos are lost.'],
  aptos: ['For APT and the tokens of Aptos only.', 'A Sui address looks the same. Coins sent on Sui are lost.'],
  stellar: [
    'For XLM and the assets of Stellar only.',
    'The first payment must cover Stellar’s minimum balance. Other assets need a trustline first.',
    NO_MEMO,
  ],
  ton: ['For TON and the tokens of TON only.', NO_MEMO],
  ripple: [
    'For XRP and the tokens of the XRP Ledger only.',
    'The first payment must cover the ledger’s base reserve.',
    'Ask the sender for no destination tag: this account needs none.',
  ],
  spark: ['For bitcoin and tokens on Spark only.', 'A payment on the Bitcoin network cannot reach this address.'],
};

/** Returns true when the account's address belongs to a chain. The address of a bare key belongs to none. */
export function canReceive({ addressFormat, caip2Prefix }: Receiver): boolean {
  const facts = formatFacts(addressFormat);
  return facts === null ? caip2Prefix !== null : facts.family !== 'key';
}

/** Returns the sentences a sender must know: the assets and the chain of the address, and its pitfalls. */
export function receiveWords(account: Receiver): readonly string[] {
  const { addressFormat } = account;
  const family = formatFacts(addressFormat)?.family ?? 'key';
  if (family === 'key') {
    const chain = chainLabel(account);
    return [`For ${chain} only, by the service.`, 'This version of Castellan does not know the kind of the address.'];
  }
  if (/_(TESTNET|SIGNET|REGTEST)(_|$)/.test(addressFormat))
    return [`For ${chainLabel(account)} only, a test network.`, 'Its coins have no value.'];
  if (addressFormat.endsWith('_P2TR'))
    return [...WORDS.bitcoin, 'Some exchanges and older wallets cannot pay a Taproot address (bc1p…).'];
  return WORDS[family];
}
