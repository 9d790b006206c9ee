import type { PrivateKeyRow } from '../../../shared/model/index.ts';
import type { SigningAccount } from '../../state/route.ts';

/** Returns the signers of a private key, one for each address of a reported format. */
export const signersOf = ({ privateKeyId, name, curve, addresses }: PrivateKeyRow): readonly SigningAccount[] =>
  addresses.flatMap(({ address, addressFormat }) =>
    addressFormat === null
      ? []
      : [{ name, walletId: privateKeyId, walletName: '', address, addressFormat, curve, caip2Prefix: null }],
  );
