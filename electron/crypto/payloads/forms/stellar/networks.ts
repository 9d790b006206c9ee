/** The networks of Stellar, by SHA-256 of their passphrases. */
import { hexEncode, utf8Encode } from '../../../../../shared/wire/index.ts';
import { sha256 } from '../../../native.ts';

const idOf = (passphrase: string): string => hexEncode(sha256(utf8Encode(passphrase)));

export const PUBLIC_NETWORK = idOf('Public Global Stellar Network ; September 2015');

/** The names of the networks by their ids, in hexadecimal digits. */
export const NETWORKS: Readonly<Record<string, string>> = {
  [PUBLIC_NETWORK]: 'public network',
  [idOf('Test SDF Network ; September 2015')]: 'test network',
  [idOf('Test SDF Future Network ; October 2022')]: 'future network',
};
