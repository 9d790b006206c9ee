/** Typed data (EIP-712) for the corpus, as wallets are asked to sign it. */
import { payload } from './corpus.ts';

export const OPERATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export type Members = Readonly<Record<string, readonly (readonly [string, string])[]>>;
export const DOMAIN = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
] as const;
export const domain = (name: string, verifyingContract: string, chainId: number | string = 1) => ({
  name,
  version: '1',
  chainId,
  verifyingContract,
});

export const text = (primaryType: string, types: Members, around: { domain: object; message: object }) =>
  JSON.stringify({
    types: Object.fromEntries(
      Object.entries(types).map(([name, members]) => [name, members.map(([member, type]) => ({ name: member, type }))]),
    ),
    primaryType,
    ...around,
  });
export const caseOf = (written: string) => payload('PAYLOAD_ENCODING_EIP712', written, { signWith: OPERATOR });
export const typed = (primaryType: string, types: Members, around: { domain: object; message: object }) =>
  caseOf(text(primaryType, { EIP712Domain: DOMAIN, ...types }, around));

/** The types that an encodeType of EIP-712 lists, by their names. */
export function membersOf(encodeType: string): Members {
  return Object.fromEntries(
    [...encodeType.matchAll(/([^()]+)\(([^()]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members.split(',').map((member) => {
        const [type = '', called = ''] = member.split(' ');
        return [called, type] as const;
      }),
    ]),
  );
}

const DOMAIN_TYPES: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
};
/** A message of the type that an encodeType lists, with a domain of just these members. */
export const ofType = (encodeType: string, of: object, message: object) =>
  caseOf(
    text(
      encodeType.slice(0, encodeType.indexOf('(')),
      {
        EIP712Domain: Object.keys(of).map((name) => [name, DOMAIN_TYPES[name] ?? ''] as const),
        ...membersOf(encodeType),
      },
      { domain: of, message },
    ),
  );

/** A contract that is an account, as the wrapper of ERC-7739 describes it. */
export const ACCOUNT = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe';
export const account = {
  name: 'Solady',
  version: '1',
  chainId: 1,
  verifyingContract: ACCOUNT,
  salt: `0x${'00'.repeat(32)}`,
};
export const WRAPPED = 'contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt';
/** A message in the wrapper of ERC-7739. */
export const nested = (
  contentsType: string,
  contents: object,
  { of = domain('USD Coin', USDC) as object, change = {}, members = WRAPPED } = {},
) =>
  ofType(`TypedDataSign(${contentsType.slice(0, contentsType.indexOf('('))} ${members})${contentsType}`, of, {
    contents,
    ...account,
    ...change,
  });
