/** Makes a P-256 key with CKA_ALWAYS_AUTHENTICATE: `MODULE LABEL PIN`. */
import pkcs11 from 'pkcs11js';

const [, , path = '', label = '', pin = ''] = process.argv;
const module = new pkcs11.PKCS11();
module.load(path);
module.C_Initialize();
const slot = module.C_GetSlotList(true).find((found) => module.C_GetTokenInfo(found).label.trim() === label);
if (slot === undefined) throw new Error(`there is no token ${label}`);
const session = module.C_OpenSession(slot, pkcs11.CKF_SERIAL_SESSION | pkcs11.CKF_RW_SESSION);
module.C_Login(session, pkcs11.CKU_USER, pin);
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
