import { signRawPayload as signPayload } from '../../crypto/index.ts';
import { PLACES } from '../keys/keyring.ts';
import { notFound } from '../public-error.ts';
import { findAccount } from './find-account.ts';
import type { ActivityHandler } from './types.ts';

export const signRawPayload: ActivityHandler<'sign_raw_payload'> = (
  { signWith, payload, encoding, hashFunction },
  context,
) => {
  const account = findAccount(signWith, context);
  if (account === undefined) throw notFound('Could not find any resource to sign with. Addresses are case sensitive.');
  const { walletAccountId, curve, sealedPrivateKey } = account;
  const signature = context.keyring.open(PLACES.accountKey(walletAccountId), sealedPrivateKey, (privateKey) =>
    signPayload({ privateKey, curve, payload, encoding, hashFunction }),
  );
  return () => signature;
};
