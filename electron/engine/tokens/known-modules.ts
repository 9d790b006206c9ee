import type { KnownModule } from '../../../shared/model/index.ts';
import { moduleProblem } from './token-modules.ts';

/** The paths of makers' packages. The first existing path of each module counts. */
const LINUX = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib', '/usr/local/lib'];
const inEach = (...names: readonly string[]) => LINUX.flatMap((folder) => names.map((name) => `${folder}/${name}`));

const KNOWN: readonly { readonly name: string; readonly paths: readonly string[] }[] = [
  {
    name: 'OpenSC (smart cards, Nitrokey, YubiKey)',
    paths: [
      ...inEach('opensc-pkcs11.so', 'pkcs11/opensc-pkcs11.so'),
      '/Library/OpenSC/lib/opensc-pkcs11.so',
      'C:\\Program Files\\OpenSC Project\\OpenSC\\pkcs11\\opensc-pkcs11.dll',
    ],
  },
  {
    name: 'YubiKey (YKCS11)',
    paths: [
      ...inEach('libykcs11.so.2', 'libykcs11.so'),
      '/opt/homebrew/lib/libykcs11.dylib',
      '/usr/local/lib/libykcs11.dylib',
      'C:\\Program Files\\Yubico\\Yubico PIV Tool\\bin\\libykcs11.dll',
    ],
  },
  { name: 'TPM 2.0 (tpm2-pkcs11)', paths: inEach('libtpm2_pkcs11.so.1', 'pkcs11/libtpm2_pkcs11.so') },
  {
    name: 'SoftHSM2 (tokens that are files, for tests)',
    paths: [
      ...inEach('softhsm/libsofthsm2.so', 'pkcs11/libsofthsm2.so'),
      '/opt/homebrew/lib/softhsm/libsofthsm2.so',
      '/usr/local/lib/softhsm/libsofthsm2.so',
    ],
  },
];

/** The well-known modules that this machine has and that nobody else may change. Loads none of them. */
export function knownModules(): KnownModule[] {
  return KNOWN.flatMap(({ name, paths }) => {
    const path = paths.find((each) => moduleProblem(each) === null);
    return path === undefined ? [] : [{ name, path }];
  });
}
