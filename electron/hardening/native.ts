/** The functions of the C library by which a process hardens itself. Pointers are numbers. */
export interface Native {
  /** `prctl(2)` with two arguments. Returns 0, or -1. */
  prctl(option: number, value: number): number;
  /** Sets both limits of a resource (`setrlimit(2)`). Returns 0, or -1. */
  setLimit(resource: number, limit: number): number;
  /** Keeps pages out of swap until `unlock` (`mlock(2)`). Returns 0, or -1. */
  lock(pages: Uint8Array): number;
  unlock(pages: Uint8Array): number;
  /** `syscall(2)`: a call by its number. Returns its result, or the negated error number. */
  call(number: number, ...args: readonly (number | bigint)[]): number;
  /** Returns the address of the bytes. They must stay alive and unmoved for as long as it is used. */
  addressOf(bytes: Uint8Array): bigint;
}

const ARGUMENTS = 6;

let loaded: Promise<Native> | undefined;

/**
 * The C library of this process. Loaded once, before modules can no longer be. Throws when the native module does not
 * load.
 */
export function loadNative(): Promise<Native> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Native> {
  const { default: koffi } = await import('koffi');
  const library = koffi.load(null);
  const prctl = library.func('int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)');
  const limits = koffi.struct({ current: 'uint64_t', maximum: 'uint64_t' });
  const setLimit = library.func('setrlimit', 'int', ['int', koffi.pointer(limits)]);
  const lock = library.func('int mlock(const void *, size_t)');
  const unlock = library.func('int munlock(const void *, size_t)');
  const call = library.func('syscall', 'int64_t', new Array(ARGUMENTS + 1).fill('int64_t'));
  return {
    prctl: (option, value) => prctl(option, value, 0, 0, 0),
    setLimit: (resource, limit) => setLimit(resource, { current: limit, maximum: limit }),
    lock: (pages) => lock(pages, pages.length),
    unlock: (pages) => unlock(pages, pages.length),
    call(number, ...args) {
      const padded = [...args, ...new Array(ARGUMENTS - args.length).fill(0)];
      const result = Number(call(number, ...padded));
      return result === -1 ? -koffi.errno() : result;
    },
    addressOf: (bytes) => koffi.address(bytes),
  };
}
