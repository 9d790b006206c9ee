import { requireAddress } from '../../../electron/engine/addresses/entries.ts';
import { readLine } from '../../../electron/engine/batches/lines.ts';
import { atOnce } from '../../../electron/storage/sqlite/index.ts';
import { group } from './cases.ts';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
/** The reason why a line of a table with those cells cannot be used. */
const tableCell = (cells: Record<string, string>) =>
  readLine(
    { line: 1, written: '', cells: { to: ADDRESS, ...cells }, problem: null },
    {
      chain: 'eip155:1',
      assets: [{ symbol: 'ETH', token: null, decimals: 18 }],
      hasMemo: false,
      isOpen: true,
      hasCommas: false,
    },
  )
    .findings.map(({ text }) => text)
    .join(' | ');

/** Texts as they are pasted into a field for an address, and into the cells of a table. */
export const PASTED = [
  group('a pasted address', (text: string) => atOnce(requireAddress(text)), [
    `"${ADDRESS}"`,
    `<${ADDRESS}>,`,
    `\u200b${ADDRESS}\u200e`,
    `${BITCOIN}.`,
    `0x${'0'.repeat(24)}${ADDRESS.slice(2)}`,
    '0xd8dA…6045',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1...',
    '“EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1\u200b.\u200b.”',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1…',
    `${ADDRESS} (mine)`,
    '@alice',
    'alice@example.com',
    `BC1Q${BITCOIN.slice(4)}`,
    BITCOIN.slice(0, -1),
    'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2k0',
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
    `0x${ADDRESS}`,
    `O${ADDRESS.slice(1)}`,
    `ethereum:${ADDRESS}/transfer?uint256=1`,
    `did:pkh:eip155:1:${ADDRESS}`,
    `{"address":"${ADDRESS}"}`,
    `etherscan.io/address/${ADDRESS}`,
    `xyz:${ADDRESS}`,
    'lnbc2500u1pvjluezpp5',
    'xpub661MyMwAqRbcFtXgS5',
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhs',
    'npub1sn0wdenkukak0d9dfczzeacvhkrgz92ak56egt7vdgzn8pv2wfqqhrjdv9',
    'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
    'cosmospub1addwnpepq',
    `02${'ab'.repeat(32)}`,
  ]),
  group('cell of a table', tableCell, [
    { amount: '1,5' },
    { amount: '5.' },
    { amount: '1,000' },
    { amount: '1,000.50' },
    { amount: '1_000' },
    { amount: '1\n2' },
    { amount: '1E+18' },
    { amount: '-5' },
    { amount: '(5)' },
    { amount: '+5' },
    { amount: '.5' },
    { amount: '5 ETH' },
    { amount: '€5' },
    { amount: '5%' },
    { amount: '0x5' },
    { amount: '=1+1' },
    { amount: '#REF!' },
    { amount: '１' },
    { amount: 'all' },
    { to: '', transaction: '7AmFBKgXyACCUgiUNTU1NTU=' },
    { to: '', transaction: '02d' },
  ]),
];
