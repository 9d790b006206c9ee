/** Describes a payload for the operator's confirmation, by its encoding. */
import type { ByteRange, PayloadEncoding } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { ethereum as ethereumAddress } from '../addresses/ethereum.ts';
import { type ContentMeaning, care, danger, placed, row } from '../meaning.ts';
import { ethereumChain } from '../transactions/ethereum/meaning.ts';
import { describeTypedData } from './describe-typed-data.ts';
import { authorizationDigest, readAuthorization } from './eip7702-authorization.ts';
import type { PayloadAround } from './forms/form.ts';
import { describeBytes, describeText } from './messages.ts';
import { payloadBytes, requirePayloadLength } from './raw-payload.ts';
import { formatPath } from './typed-data/index.ts';

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/**
 * Describes a payload. Returns null for bytes of no known form. Ranges are in the UTF-8 of a text, and in the bytes
 * that hexadecimal digits spell. Throws a `Refusal` for a payload that could not be signed either.
 *
 * @example
 * describePayload('PAYLOAD_ENCODING_TEXT_UTF8', 'hello')?.steps;
 * // ['Sign the text “hello”']
 */
export function describePayload(
  encoding: PayloadEncoding,
  payload: string,
  around: PayloadAround = {},
): ContentMeaning | null {
  requirePayloadLength(payload);
  if (encoding === 'PAYLOAD_ENCODING_EIP712') return signedBy(around, describeTypedData(payload, around));
  if (encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION') return signedBy(around, describeAuthorization(payload));
  const bytes = payloadBytes(encoding, payload);
  return encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' ? describeText(bytes, around) : describeBytes(bytes, around);
}

function signedBy({ signWith }: PayloadAround, told: ContentMeaning): ContentMeaning {
  const from = ethereumAddress.normalize(signWith ?? '');
  return from === null ? told : { ...told, summary: [row('From', from, 'address'), ...told.summary] };
}

function describeAuthorization(payload: string): ContentMeaning {
  const ranges = new Map<string, ByteRange>();
  const authorization = readAuthorization(payload, (path, range) => ranges.set(formatPath(path), range));
  const at = (name: string) => placed(ranges.get(name));
  const { address, chainId, nonce } = authorization;
  const everyChain = chainId === 0;
  const clears = address === ZERO_ADDRESS;
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
