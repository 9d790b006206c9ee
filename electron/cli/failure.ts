/** A promise that only ever fails, when `reject` is called; waiting for it is optional. */
export function failure(): { readonly promise: Promise<never>; reject(error: unknown): void } {
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<never>((_resolve, fail) => {
    reject = fail;
  });
  promise.catch(() => {});
  return { promise, reject };
}
