/** The form of a rule for an operation of Stellar, and the words that rules share. */
import { type DecodedField, decimalText, type Finding } from '../../../../../shared/model/index.ts';
import { danger, row } from '../../../meaning.ts';
import { isUnowned } from '../../../unowned.ts';
import type { Explanation } from '../effect.ts';
import { assetText, imitated } from './assets.ts';
import { type Asset, DECIMALS, isMuxed, type Read, type Value } from './values.ts';

/** The members of an operation by their names. */
export interface Of {
  /** The account for which the operation acts. */
  readonly source: string;
  /** The member, or null for an optional one that is absent. */
  optional(name: string): Value | null;
  value(name: string): Value;
  text(name: string): string;
  number(name: string): bigint;
  asset(name: string): Asset;
}

export interface Operation {
  readonly name: string;
  /** The members in the order of their bytes. */
  readonly members: Readonly<Record<string, Read | { readonly optional: Read }>>;
  effect(of: Of): Explanation;
}

export const amountText = (units: bigint, asset: Asset): string =>
  `${decimalText(units, DECIMALS)} ${assetText(asset)}`;

/** An account in a sentence. The number of a muxed account is of a customer of the account. */
export const accountWords = (value: Value): string =>
  isMuxed(value) ? `${value.account} (customer ${value.number})` : value.text;

/** Rows of an account, and of its muxed form. */
export const accountRows = (label: string, value: Value): DecodedField[] => [
  row(label, value.account ?? value.text, 'address'),
  ...(isMuxed(value) ? [row(`${label}, muxed`, `${value.text} (customer ${value.number})`)] : []),
];

export const lostFindings = ({ account }: Value): Finding[] =>
  account !== null && isUnowned(account)
    ? [danger(`${account} is an address without a known key: anything sent there is lost.`)]
    : [];

/** About an asset whose name is that of the coin or of another issuer's asset. */
export const imitationFindings = (assets: readonly Asset[]): Finding[] =>
  assets.flatMap((asset) => {
    const name = imitated(asset);
    if (name === null) return [];
    return [
      danger(
        name === 'XLM'
          ? `The asset of ${asset.issuer} is called ${asset.code}, and it is not XLM.`
          : `The asset of ${asset.issuer} is called ${asset.code}, and it is not the ${name} of the known issuer.`,
      ),
    ];
  });

/** The fault of an operation with an amount of nothing. */
export const nothing = (of: Of, ...names: readonly string[]) =>
  names.some((name) => of.number(name) === 0n) ? ['one of its amounts is nothing'] : [];
