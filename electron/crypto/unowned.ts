/**
 * Addresses that nobody holds a key of: zero and burn addresses, precompiled contracts, and programs of a chain itself. They are never
 * counterparties, and what is sent there is lost.
 */
import { MEMO_PROGRAMS, PROGRAMS, SIGNATURE_PROGRAMS } from './transactions/solana/programs/index.ts';

/**
 * Choice (unowned-addresses): shapes that no search for a key can reach, because at least 90 bits of the address are fixed. Each is
 * of one spelling of the address table.
 */
const SHAPES: readonly RegExp[] = [
  // Ethereum's kind: zero, the precompiles and system contracts up to 0xffff, and 0x…dEaD.
  /^0x0{36}[0-9a-f]{4}$/,
  // Contracts that chains put at fixed places: those of the OP Stack, Avalanche's, and the placeholder for the chain's coin.
  /^0x420{34}[0-9a-f]{4}$/,
  /^0x0[1-3]0{34}[0-9a-f]{4}$/,
  /^0x(?:e{40}|f{40})$/,
  // Sui's and Aptos's packages, and Aptos's short form of them.
  /^0x(?:0{60}[0-9a-f]{4}|[0-9a-f])$/,
  // Witness programs and Cosmos accounts of zeros.
  /^(?:bc|tb|bcrt|cosmos|sei)1[qp]?q{30}/,
  // TON's account of zeros.
  /^UQA{40}/,
  // Solana's own programs, its sysvars and its incinerator.
  /^[1-9A-HJ-NP-Za-km-z]{0,24}1{16,}[1-9A-HJ-NP-Za-km-z]?$/,
];

/** Addresses that are known to be burnt to, or to be programs that hold nothing for anybody. */
const LISTED: ReadonlySet<string> = new Set([
  '0xdead000000000000000042069420694206942069',
  // Tron's account of zeros, and its Blackhole of the genesis block.
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
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
  // Metaplex Token Metadata.
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  ...PROGRAMS.keys(),
  ...MEMO_PROGRAMS,
  ...SIGNATURE_PROGRAMS,
]);

/** Whether nobody holds a key of an address. `address` is in the spelling of the address table; hexadecimal digits may be of any case. */
export function isUnowned(address: string): boolean {
  if (LISTED.has(address)) return true;
  const text = address.startsWith('0x') ? address.toLowerCase() : address;
  return LISTED.has(text) || SHAPES.some((shape) => shape.test(text));
}
