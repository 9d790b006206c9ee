import type { Library, Module } from '../../../electron/token/library.ts';

/** Numbers of PKCS#11 that only have to differ here. */
const names = new Proxy({} as Record<string, number>, {
  get: (known, name: string) => {
    known[name] ??= Object.keys(known).length + 1;
    return known[name];
  },
}) as unknown as Library['names'];

/** A module whose functions a test writes. Every other function fails. Each call is recorded by its name. */
export function handMadeLibrary(functions: Partial<Record<keyof Module, (...given: never[]) => unknown>>) {
  const called: string[] = [];
  const module = new Proxy({} as Module, {
    get:
      (_none, name: string) =>
      (...given: never[]) => {
        called.push(name);
        const answer = functions[name as keyof Module];
        if (answer === undefined) throw new Error(`${name} is not there`);
        return answer(...given);
      },
  });
  const library: Library = { module, names };
  return { library, called };
}
