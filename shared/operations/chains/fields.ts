import Type, { type TOptional, type TString } from 'typebox';
import { EARN_CHAINS, ETHEREUM_CHAINS } from '../../model/chains.ts';
import { BytesText, HashText, Text } from '../fields.ts';

/**
 * The error of chain work without a configured endpoint.
 * Choice (chain-work-policies): policies see all that signs and sends there as signing with a private key.
 */
export const CHAIN_ERRORS = ['RPC_CALL_ERROR'] as const;

/** An address in a request. The request's check also applies the rules of its chain. */
export const Address = (title: string) => Type.String({ title, kind: 'address', minLength: 1, maxLength: 512 });
export const EthereumAddress = (title: string, help?: string) =>
  Type.String({
    title,
    kind: 'address',
    ...(help === undefined ? {} : { help }),
    pattern: '^0x[0-9a-fA-F]{40}$',
    says: '0x and 40 hexadecimal digits',
  });

/** A whole number of up to 256 bits in decimal digits: amounts in the smallest unit, fees, nonces. */
export const Decimal = (title: string, help?: string) =>
  Type.String({
    title,
    kind: 'amount',
    ...(help === undefined ? {} : { help }),
    pattern: '^(0|[1-9][0-9]{0,77})$',
    says: 'a whole number of at most 78 decimal digits, without leading zeros, as text',
  });

export const EthereumChain = Type.Enum(ETHEREUM_CHAINS, { title: 'Chain' });
export const EarnChain = Type.Enum(EARN_CHAINS, { title: 'Chain' });
export const SignWith = Address('Account');
export const Sponsor = Type.Optional(Type.Boolean({ title: 'Sponsored' }));

/** An id in a request for a status. */
export const RequestId = (title: string) => Type.String({ title, kind: 'bytes', minLength: 1, maxLength: 255 });

/** Optional texts of a reply, each with its title. */
export const texts = <const Titles extends Readonly<Record<string, string>>>(titles: Titles) =>
  Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, Type.Optional(Text(title))])) as unknown as {
    readonly [Name in keyof Titles]: TOptional<TString>;
  };

/** The value of an amount, for display only: never for sums. */
export const Display = Type.Optional(
  Type.Object({ crypto: Type.Optional(Text('Crypto')), usd: Type.Optional(Text('USD')) }, { title: 'Display' }),
);
export const AssetId = BytesText('Asset');
export const TransactionHash = HashText('Transaction hash');

export const PageInfo = Type.Optional(
  Type.Object(
    {
      hasNextPage: Type.Optional(Type.Boolean({ title: 'Has next page' })),
      hasPreviousPage: Type.Optional(Type.Boolean({ title: 'Has previous page' })),
      startCursor: Type.Optional(BytesText('Start cursor')),
      endCursor: Type.Optional(BytesText('End cursor')),
    },
    { title: 'Page' },
  ),
);
