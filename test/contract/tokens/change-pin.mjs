/** Changes the PIN of a token, as the programs of its maker do: `MODULE LABEL OLD NEW`. */
import pkcs11 from 'pkcs11js';

const [, , path = '', label = '', before = '', after = ''] = process.argv;
const module = new pkcs11.PKCS11();
module.load(path);
module.C_Initialize();
const slot = module.C_GetSlotList(true).find((found) => module.C_GetTokenInfo(found).label.trim() === label);
if (slot === undefined) throw new Error(`there is no token ${label}`);
const session = module.C_OpenSession(slot, pkcs11.CKF_SERIAL_SESSION | pkcs11.CKF_RW_SESSION);
module.C_Login(session, pkcs11.CKU_USER, before);
module.C_SetPIN(session, before, after);
