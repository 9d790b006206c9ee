import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../../electron/vault/calls/messages/index.ts';
import { hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';

/**
 * Type hashes of deployed contracts, by the standard or the contract and the beginning of the type. A contract that
 * computes the hash from a text has none here.
 */
const PUBLISHED: readonly (readonly [of: string, begin: string, hash: string])[] = [
  ['ERC-2612', 'Permit(address owner', '6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'],
  ['DAI', 'Permit(address holder', 'ea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb'],
  ['Permit2', 'PermitSingle(', 'f3841cd1ff0085026a6327b620b67997ce40f282c88a8e905a7a5626e310f3d0'],
  ['Permit2', 'PermitBatch(', 'af1b0d30d2cab0380e68f0689007e3254993c596f2fdd0aaa7f4d04f79440863'],
  ['Permit2', 'PermitTransferFrom(', '939c21a48a8dbe3a9a2404a1d46691e4d39f6583d6ec6b35714604c986d80106'],
  ['Permit2', 'PermitBatchTransferFrom(', 'fcf35f5ac6a2c28868dc44c302166470266239195f02b0ee408334829333b766'],
  ['ERC-3009', 'TransferWithAuthorization(', '7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267'],
  ['ERC-3009', 'ReceiveWithAuthorization(', 'd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8'],
  ['ERC-3009', 'CancelAuthorization(', '158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429'],
  ['Safe', 'SafeTx(', 'bb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8'],
  ['Safe', 'SafeMessage(', '60b3cbf8b4a223d68d641b3b6ddf9a298e7f33710cf3d3a9d1146b5a6150fbca'],
  ['Safe4337Module 0.3.0', 'SafeOp(', 'c03dfc11d8b10bf9cf703d558958c8c42777f785d998c62060d85a4f0ef6ea7f'],
  ['EntryPoint 0.8', 'PackedUserOperation(', '29a0bca4af4be3421398da00295e58e6d7de38cb492214754cb6a47507dd6f8e'],
  ['ERC-5805', 'Delegation(', 'e48329057bfd03d55e49b547132e39cffd9c1820ad7b9d4c5307691425d15adf'],
  ['CoW Protocol', 'Order(address sellToken', 'd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489'],
  ['Seaport', 'OrderComponents(', 'fa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f'],
  ['0x', 'LimitOrder(', 'ce918627cb55462ddbb85e73de69a8b322f2bc88f4507c52fcad6d4c33c29d49'],
  ['0x', 'RfqOrder(', 'e593d3fdfa8b60e5e17a1b2204662ecbe15c23f2084b9ad5bae40359540a7da9'],
  ['0x', 'OtcOrder(', '2f754524de756ae72459efbe1ec88c19a745639821de528ac3fb88f9e65e35c8'],
  ['Circle Gateway', 'BurnIntent(', '8b99d17a83a2dd1add9fc2a450e22732c7e8564aa110ab99c20485a7a10ba37c'],
  [
    'Governor',
    'Ballot(uint256 proposalId,uint8 support)',
    '150214d74d59b7d1e90c73fc22ef3d991dd0a76b046543d4d80ab92d2a50328f',
  ],
  ['Morpho', 'Authorization(address authorizer', '81d0284fb0e2cde18d0553b06189d6f7613c96a01bb5b5e7828eade6a0dcac91'],
  [
    'MetaTransaction of Polygon',
    'MetaTransaction(',
    '23d10def3caacba2e4042e0c75d44a42d2558aabcf5ce951d0642a8032e1e653',
  ],
  [
    'Coinbase Smart Wallet',
    'CoinbaseSmartWalletMessage(',
    '9b493d222105fee7df163ab5d57f0bf1ffd2da04dd5fafbe10b54c41c1adc657',
  ],
  ['Safe4337Module 0.2.0', 'SafeOp(', '84aa190356f56b8c87825f54884392a9907c23ee0f8e1ea86336b763faf021bd'],
  [
    'NonfungiblePositionManager',
    'Permit(address spender,uint256 tokenId',
    '49ecf333e5b8c95c40fdafc95c1ad136e8914a8fb55e9dc8bb01eaa83a2df9ad',
  ],
  [
    'Polymarket 2',
    'Order(uint256 salt,address maker,address signer,uint256 tokenId',
    'bb86318a2138f5fa8ae32fbe8e659f8fcf13cc6ae4014a707893055433818589',
  ],
  ['Kernel', 'Kernel(', '1547321c374afde8a591d972a084b071c594c275e36724931ff96c25f2999c83'],
];

describe('the type of a rule has the hash that its contract publishes', () => {
  test.each(PUBLISHED)('%s: %s', (_of, begin, hash) => {
    const types = [...RULES.keys()].filter((type) => type.startsWith(begin));
    expect(types.map((type) => hexEncode(keccak_256(utf8Encode(type))))).toContain(hash);
  });
});

test('each type has its EIP-712 encoding, with referenced types sorted by name', () => {
  for (const type of RULES.keys()) {
    const structs = [...type.matchAll(/([^()]+)\(([^()]*)\)/g)].map(([, name = '', members = '']) => ({
      name,
      members,
    }));
    const [first, ...others] = structs.map(({ name }) => name);
    expect([first, ...others.toSorted()]).toEqual(structs.map(({ name }) => name));
    const reached = new Set(
      structs.flatMap(({ members }) => [...members.matchAll(/([A-Z]\w*)(?:\[\d*\])* /g)].map(([, name]) => name)),
    );
    expect(new Set(others)).toEqual(new Set([...reached].filter((name) => name !== first)));
  }
});
