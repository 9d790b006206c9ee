import { AppError, sentence } from '../../shared/errors/index.ts';
import { nameOfResult } from './problems.ts';

type Binding = typeof import('pkcs11js');
/** The functions of one vendor's module, as pkcs11js calls them. They block until the token answers. */
export type Module = InstanceType<Binding['PKCS11']>;

/** Parameters of CKM_ECDH1_DERIVE. */
export type AgreementParameters = import('pkcs11js').ECDH1;

/** A loaded module, and the numbers of PKCS#11 by their names. */
export interface Library {
  readonly module: Module;
  readonly names: Binding;
}

/**
 * Loads a vendor's module into this process and initializes it once, because the standard allows no second time. Throws
 * TOKEN_UNAVAILABLE when pkcs11js was not built, and for a file that is no such module.
 */
export async function openLibrary(path: string): Promise<Library> {
  const names = await loadBinding();
  const module = new names.PKCS11();
  try {
    module.load(path);
  } catch (error) {
    throw unavailable(
      `${path} is not a PKCS#11 module that this machine can load`,
      'Check the path and the processor type of the module.',
      error,
    );
  }
  try {
    module.C_Initialize({ flags: names.CKF_OS_LOCKING_OK });
  } catch (error) {
    throw unavailable(
      `The module ${path} does not start (${nameOfResult(error)})`,
      'Check the setup instructions of its vendor.',
      error,
    );
  }
  return { module, names };
}

async function loadBinding(): Promise<Binding> {
  try {
    const loaded = (await import('pkcs11js')) as Binding & { default?: Binding };
    return loaded.default ?? loaded;
  } catch (error) {
    throw unavailable(
      'Keys on tokens cannot be used, because pkcs11js was not built when Castellan was set up',
      'Install a C++ compiler (g++) and set Castellan up again.',
      error,
    );
  }
}

function unavailable(what: string, advice: string, cause: unknown): AppError {
  return new AppError('TOKEN_UNAVAILABLE', sentence`${what}, so nothing was done. ${advice}`, { cause });
}
