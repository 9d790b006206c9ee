/** The sections of the place Accounts in their order: the name of each, and further words for the command palette. */
export const ACCOUNTS_SECTIONS = {
  accounts: { title: 'Accounts', words: 'addresses balances' },
  wallets: { title: 'Wallets', words: 'seeds backup next path exports rename delete' },
  'private-keys': { title: 'Private keys', words: 'keys without a wallet curve tags import' },
} as const;

export type AccountsSection = keyof typeof ACCOUNTS_SECTIONS;

/** The names of the sections in their order. */
export const ACCOUNTS_SECTION_NAMES = Object.keys(ACCOUNTS_SECTIONS) as readonly AccountsSection[];
