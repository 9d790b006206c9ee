/**
 * Returns the calls of a trace, each whole in the place of its beginning. strace writes a call in two lines when another
 * thread's call comes between, as on a busy machine.
 */
export function wholeCalls(lines: readonly string[]): string[] {
  const calls: string[] = [];
  const begun = new Map<string, number>();
  for (const line of lines) {
    const [thread = ''] = line.split(' ', 1);
    const [, begin] = /^(.*)<unfinished \.\.\.>$/.exec(line) ?? [];
    const [, end] = /<\.\.\. \w+ resumed>(.*)$/.exec(line) ?? [];
    const place = begun.get(thread);
    if (end !== undefined && place !== undefined) calls[place] = `${calls[place]}${end}`;
    else calls.push(begin ?? line);
    if (begin !== undefined) begun.set(thread, calls.length - 1);
  }
  return calls;
}
