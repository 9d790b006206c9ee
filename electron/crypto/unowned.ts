/**
 * Addresses without a key: zero and burn addresses, precompiled contracts, and programs of a chain itself. They are
 * never counterparties, and assets sent there are lost.
 */
import { addressKey } from '../../shared/model/index.ts';
import { MEMO_PROGRAMS, PROGRAMS, SIGNATURE_PROGRAMS } from './transactions/solana/programs/index.ts';

/**
 * Choice (unowned-addresses): shapes that no search for a key can reach, because at least 90 bits of the address are fixed. Each is
 * of one spelling of the address table.
 */
const SYSTEM_SHAPES: readonly RegExp[] = [
  // Ethereum's kind: the precompiles and system contracts up to 0xffff.
  /^0x0{36}[0-9a-f]{4}$/,
  // Contracts that chains put at fixed places: those of the OP Stack and Avalanche's.
  /^0x420{34}[0-9a-f]{4}$/,
  /^0x0[1-3]0{34}[0-9a-f]{4}$/,
  // Sui's and Aptos's packages, and Aptos's short form of them.
  /^0x(?:0{60}[0-9a-f]{4}|[0-9a-f])$/,
  // Solana's own programs and its sysvars.
  /^[1-9A-HJ-NP-Za-km-z]{0,24}1{16,}[1-9A-HJ-NP-Za-km-z]?$/,
];

const BURNT_SHAPES: readonly RegExp[] = [
  // Ethereum's kind: zero and the first precompiles, 0x…dEaD, and the placeholders for the chain's coin.
  /^0x0{38}[0-9a-f]{2}$/,
  /^0x0{36}dead$/,
  /^0x(?:e{40}|f{40})$/,
  // Witness programs and Cosmos accounts of zeros.
  /^(?:bc|tb|bcrt|cosmos|sei)1[qp]?q{30}/,
  // TON's account of zeros.
  /^UQA{40}/,
  // Solana's system program, which is 32 zeros.
  /^1{32}$/,
];

/** Addresses that are known to be burnt to. */
const BURNT: ReadonlySet<string> = new Set([
  '1nc1nerator11111111111111111111111111111111',
  '0xdead000000000000000042069420694206942069',
  // Tron's account of zeros, and its Blackhole of the genesis block.
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY',
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  // Bitcoin and Dogecoin: hashes of zeros, and the addresses that were written rather than derived.
  '1111111111111111111114oLvT2',
  '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST',
  'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
  '2MsFDzHRUAMpjHxKyoEHU3aMCMsVtMqs1PV',
  'D596YFweJQuHY1BbjazZYmAbt8jJPbKehC',
  'nUCAGGgZEPN1QyknmQe1oAku817bQAFKFt',
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  // The XRP Ledger's black holes.
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
]);

/** Programs that hold nothing for anybody. */
const PROGRAM_ADDRESSES: ReadonlySet<string> = new Set([
  // Metaplex Token Metadata.
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  ...PROGRAMS.keys(),
  ...MEMO_PROGRAMS,
  ...SIGNATURE_PROGRAMS,
]);

/** Contracts with one address on many chains that give back neither coins nor tokens. */
const CONTRACTS: Readonly<Record<string, string>> = {
  '0x000000000022d473030f116ddee9f6b43ac78ba3': 'the contract of Permit2',
  '0xca11bde05977b3631167028862be2a173976ca11': 'the contract Multicall3',
  '0x00000000219ab540356cbb839cbe05303d7705fa': 'Ethereum’s deposit contract',
  '0x4e59b44847b379578588920ca78fbf26c0b4956c': 'the contract that deploys others (CREATE2)',
  '0x1820a4b7618bde71dce8cdc73aab6c95905fad24': 'the registry of ERC-1820',
};

/**
 * Returns the words for a contract that is no account and gives nothing back: of a chain itself, or a known one. Null
 * for other addresses, and for those of other families than Ethereum's.
 *
 * @example
 * contractWords('0x000000000022D473030F116dDEE9F6B43aC78BA3');
 * // 'the contract of Permit2'
 */
export function contractWords(address: string): string | null {
  const text = addressKey(address);
  if (!text.startsWith('0x')) return null;
  return CONTRACTS[text] ?? (SYSTEM_SHAPES.some((shape) => shape.test(text)) ? 'a contract of the chain itself' : null);
}

/**
 * Returns the warning of an account that would run the code of a contract for everybody (EIP-7702). Null for other contracts.
 */
export function foreignCodeWarning(address: string): string | null {
  const what = CONTRACTS[addressKey(address)];
  return what === undefined
    ? null
    : `${address} is ${what}, and no code of an account: it serves whoever calls it, so anybody may act for the account.`;
}

/**
 * Returns true when assets sent to an address are lost: zero and burn addresses. `address` is in the spelling of the
 * address table. Its hexadecimal digits may be of any case.
 *
 * @example
 * isBurnt('0x000000000000000000000000000000000000dEaD');
 * // true
 */
export function isBurnt(address: string): boolean {
  const text = addressKey(address);
  return BURNT.has(text) || BURNT_SHAPES.some((shape) => shape.test(text));
}

/**
 * Returns true when nobody holds a key of an address: a burn address, or a contract or program of a chain itself.
 * Spelled as for `isBurnt`.
 */
export function isUnowned(address: string): boolean {
  const text = addressKey(address);
  return isBurnt(text) || PROGRAM_ADDRESSES.has(text) || SYSTEM_SHAPES.some((shape) => shape.test(text));
}
