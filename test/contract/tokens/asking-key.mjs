/** Makes a P-256 key with CKA_ALWAYS_AUTHENTICATE: `MODULE LABEL PIN`. */
import pkcs11 from 'pkcs11js';
import { openSession } from './open-session.mjs';

const [, , path = '', label = '', pin = ''] = process.argv;
const { module, session } = openSession(path, label, pin);
const shared = [
  { type: pkcs11.CKA_TOKEN, value: true },
  { type: pkcs11.CKA_ID, value: Buffer.from([7]) },
];
module.C_GenerateKeyPair(
  session,
  { mechanism: pkcs11.CKM_EC_KEY_PAIR_GEN },
  [...shared, { type: pkcs11.CKA_EC_PARAMS, value: Buffer.from('06082a8648ce3d030107', 'hex') }],
  [
    ...shared,
    { type: pkcs11.CKA_PRIVATE, value: true },
    { type: pkcs11.CKA_SENSITIVE, value: true },
    { type: pkcs11.CKA_EXTRACTABLE, value: false },
    { type: pkcs11.CKA_SIGN, value: true },
    { type: pkcs11.CKA_ALWAYS_AUTHENTICATE, value: true },
  ],
);
