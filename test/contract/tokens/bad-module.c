/* A PKCS#11 module with one token that fails as it was compiled to: at AT it does DO. Everything else it does like a good one. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pkcs11.h"

#define LOGIN 1
#define INITIALIZE 2
#define HANG() for (;;) pause()
#define CRASH() (*(volatile int *)0 = 0)
#define REMOVED() return CKR_DEVICE_REMOVED
#define LOCKED() return CKR_PIN_LOCKED
#define NOTHING()
#ifndef FLAGS
#define FLAGS 0
#endif

static void fill(CK_UTF8CHAR *field, size_t length, const char *text) {
  memset(field, ' ', length);
  memcpy(field, text, strlen(text));
}

static CK_RV initialize(CK_VOID_PTR arguments) {
  (void)arguments;
  if (AT == INITIALIZE) DO();
  return CKR_OK;
}

static CK_RV slots(CK_BBOOL present, CK_SLOT_ID_PTR list, CK_ULONG_PTR count) {
  (void)present;
  if (list != NULL_PTR) list[0] = 7;
  *count = 1;
  return CKR_OK;
}

static CK_RV token(CK_SLOT_ID slot, CK_TOKEN_INFO_PTR info) {
  (void)slot;
  memset(info, 0, sizeof *info);
  fill(info->label, sizeof info->label, "bad");
  fill(info->manufacturerID, sizeof info->manufacturerID, "nobody");
  fill(info->model, sizeof info->model, "bad");
  fill(info->serialNumber, sizeof info->serialNumber, "1");
  info->flags = CKF_TOKEN_INITIALIZED | CKF_LOGIN_REQUIRED | CKF_USER_PIN_INITIALIZED | FLAGS;
  return CKR_OK;
}

static CK_RV mechanisms(CK_SLOT_ID slot, CK_MECHANISM_TYPE_PTR list, CK_ULONG_PTR count) {
  (void)slot;
  if (list != NULL_PTR) list[0] = CKM_ECDSA;
  *count = 1;
  return CKR_OK;
}

static CK_RV openSession(CK_SLOT_ID slot, CK_FLAGS flags, CK_VOID_PTR a, CK_NOTIFY n, CK_SESSION_HANDLE_PTR session) {
  (void)slot, (void)flags, (void)a, (void)n;
  *session = 1;
  return CKR_OK;
}

static CK_RV sessionInfo(CK_SESSION_HANDLE session, CK_SESSION_INFO_PTR info) {
  (void)session;
  memset(info, 0, sizeof *info);
  info->state = CKS_RO_PUBLIC_SESSION;
  return CKR_OK;
}

static CK_RV login(CK_SESSION_HANDLE session, CK_USER_TYPE user, CK_UTF8CHAR_PTR pin, CK_ULONG length) {
  (void)session, (void)user, (void)pin, (void)length;
  if (AT == LOGIN) DO();
  return CKR_PIN_INCORRECT;
}

static CK_FUNCTION_LIST functions;

CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR list) {
  functions.version.major = 2;
  functions.version.minor = 40;
  functions.C_Initialize = initialize;
  functions.C_GetSlotList = slots;
  functions.C_GetTokenInfo = token;
  functions.C_GetMechanismList = mechanisms;
  functions.C_OpenSession = openSession;
  functions.C_GetSessionInfo = sessionInfo;
  functions.C_Login = login;
  *list = &functions;
  return CKR_OK;
}
