/** A mutex. Runs work one at a time, in order. A failure does not stop the next. */
export function createMutex(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Mutexes by name. Work of different names runs at once. */
export function createMutexes(): <Value>(name: string, work: () => Promise<Value>) => Promise<Value> {
  const named = new Map<string, ReturnType<typeof createMutex>>();
  return (name, work) => {
    const exclusive = named.get(name) ?? createMutex();
    named.set(name, exclusive);
    return exclusive(work);
  };
}
