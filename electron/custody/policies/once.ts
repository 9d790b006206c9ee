/** Memoizes `make`: its result or its error is the same each time. */
export function once<Result>(make: () => Result): () => Result {
  let made: { readonly value: Result } | { readonly error: unknown } | undefined;
  return () => {
    if (made === undefined) {
      try {
        made = { value: make() };
      } catch (error) {
        made = { error };
      }
    }
    if ('error' in made) throw made.error;
    return made.value;
  };
}
