/** Describes an authorization of EIP-7702, as JSON and as the bytes whose hash is signed. */
import type { ByteRange } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { type ContentMeaning, care, danger, placed, row } from '../meaning.ts';
import { ethereumChain } from '../transactions/ethereum/meaning.ts';
import { foreignCodeWarning } from '../unowned.ts';
import { type Authorization, authorizationDigest, readAuthorization } from './eip7702-authorization.ts';
import { formatPath } from './typed-data/index.ts';

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Describes the JSON of an authorization. Ranges are in its UTF-8. Throws a `Refusal` for other JSON. */
export function describeAuthorization(payload: string): ContentMeaning {
  const ranges = new Map<string, ByteRange>();
  const authorization = readAuthorization(payload, (path, range) => ranges.set(formatPath(path), range));
  return authorizationMeaning(authorization, ranges);
}

/** Describes an authorization. `ranges` are the places of its members in the payload, by their names. */
export function authorizationMeaning(
  authorization: Authorization,
  ranges: ReadonlyMap<string, ByteRange>,
): ContentMeaning {
  const at = (name: string) => placed(ranges.get(name));
  const { address, chainId, nonce } = authorization;
  const everyChain = chainId === 0;
  const clears = address === ZERO_ADDRESS;
  const foreign = foreignCodeWarning(address);
  const from = { field: 'address', basis: 'EIP-7702' };
  const chain = everyChain ? 'every chain' : ethereumChain(BigInt(chainId)).name;
  return {
    title: 'EIP-7702 authorization',
    unexplained: [],
    steps: [
      clears
        ? `Remove the delegated code from the account, on ${chain}`
        : `Let the contract ${address} act for the account, on ${chain}`,
    ],
    summary: [
      ...(clears ? [] : [row('Contract', address, 'address')]),
      row('Chain', chain),
      row('Nonce', String(nonce)),
    ],
    fields: [
      { name: 'address', value: address, kind: 'address', ...at('address') },
      { name: 'chainId', value: everyChain ? '0 (every chain)' : String(chainId), kind: 'text', ...at('chainId') },
      { name: 'nonce', value: String(nonce), kind: 'text', ...at('nonce') },
      { name: 'digest', value: `0x${hexEncode(authorizationDigest(authorization))}`, kind: 'hash' },
    ],
    findings: [
      ...(clears || foreign === null ? [] : [danger(foreign, from)]),
      ...(everyChain
        ? [danger('Chain id 0: this authorization is valid on EVERY chain.', { ...from, field: 'chainId' })]
        : []),
      clears
        ? care('This removes the delegated code from the account.', from)
        : danger(
            `The account will run the code at ${address}, which can move everything the account holds, until another authorization replaces it.`,
            from,
          ),
    ],
  };
}
