/** The output formats of an opened bundle. */
export const REVEAL_FORMATS = ['hex', 'mnemonic', 'solana', 'wif', 'text', 'web3', 'eip-2335', 'age', 'sheet'] as const;
export type RevealFormat = (typeof REVEAL_FORMATS)[number];
/** The formats that are encrypted for a file, with a passphrase. `age` may have recipients in its place. */
export const SEALED_FORMATS: readonly RevealFormat[] = ['web3', 'eip-2335', 'age'];
/** The formats that the window writes to a file and never shows. A sheet is a page that anybody can read. */
export const FILE_FORMATS: readonly RevealFormat[] = [...SEALED_FORMATS, 'sheet'];
