import { type ChainNamespace, hasChainName, isTempoChain } from '../../../../shared/model/index.ts';
import { ADDRESS_TABLE, misspelling } from '../../../crypto/index.ts';

/** A coin or token of one chain. */
export interface Asset {
  readonly family: ChainNamespace;
  /** By CAIP-2. */
  readonly chain: string;
  /** The address of the contract or mint, in lowercase on EVM chains. Null for the chain’s coin. */
  readonly token: string | null;
}

interface Namespace {
  readonly family: ChainNamespace;
  /** The CAIP-19 asset namespace of the chain’s tokens. Null where no token can be read. */
  readonly tokens: string | null;
  readonly format: keyof typeof ADDRESS_TABLE;
}

const NAMESPACES: Readonly<Record<ChainNamespace, Namespace>> = {
  eip155: { family: 'eip155', tokens: 'erc20', format: 'ADDRESS_FORMAT_ETHEREUM' },
  solana: { family: 'solana', tokens: 'token', format: 'ADDRESS_FORMAT_SOLANA' },
  tron: { family: 'tron', tokens: 'trc20', format: 'ADDRESS_FORMAT_TRON' },
  bip122: { family: 'bip122', tokens: null, format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' },
};

const CAIP19 = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/;

/**
 * Reads an asset by CAIP-19, such as `eip155:1/slip44:60` or `eip155:1/erc20:0x…`.
 * Choice (velocity-assets): coins and tokens (erc20, trc20, Solana’s `token`) of the chains that have a name here, Tempo excepted.
 * Returns why it cannot be measured, as a clause, where it cannot.
 */
export function readAsset(caip19: string): Asset | string {
  const [, namespace = '', reference, kind = '', of = ''] = CAIP19.exec(caip19) ?? [];
  if (reference === undefined) return 'is no CAIP-19 asset such as eip155:1/slip44:60 or eip155:1/erc20:0x…';
  const chain = `${namespace}:${reference}`;
  const rules = Object.hasOwn(NAMESPACES, namespace) ? NAMESPACES[namespace as ChainNamespace] : undefined;
  if (rules === undefined || isTempoChain(chain) || !hasChainName(chain))
    return `is of the chain ${chain}, whose transfers this service does not measure`;
  const { family } = rules;
  if (kind === 'slip44') {
    return /^(0|[1-9][0-9]{0,9})$/.test(of) ? { family, chain, token: null } : 'names a coin by no number of SLIP-44';
  }
  if (kind !== rules.tokens)
    return `is no coin (slip44)${rules.tokens === null ? '' : ` and no token (${rules.tokens})`}`;
  const token = ADDRESS_TABLE[rules.format].normalize(of);
  if (token === null) return `has a wrong address of a token: ${misspelling(rules.format, of)}`;
  // Transactions of this family are read with addresses in lowercase.
  return { family, chain, token: family === 'eip155' ? token.toLowerCase() : token };
}

/** Two spellings of one asset have the same text. */
export const assetText = ({ chain, token }: Asset): string => `${chain}/${token ?? ''}`;
