import pkcs11 from 'pkcs11js';

/** A read-write session on the token with that label, logged in with its PIN, as its maker's programs have one. */
export function openSession(path, label, pin) {
  const module = new pkcs11.PKCS11();
  module.load(path);
  module.C_Initialize();
  const slot = module.C_GetSlotList(true).find((found) => module.C_GetTokenInfo(found).label.trim() === label);
  if (slot === undefined) throw new Error(`there is no token ${label}`);
  const session = module.C_OpenSession(slot, pkcs11.CKF_SERIAL_SESSION | pkcs11.CKF_RW_SESSION);
  module.C_Login(session, pkcs11.CKU_USER, pin);
  return { module, session };
}
