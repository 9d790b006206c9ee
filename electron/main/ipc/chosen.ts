import type { AppPorts } from './app-ports.ts';

/** Writes a file at the path that the operator chooses. Returns null when none was chosen. */
export async function chosen<Written>(
  { chooseFile }: Pick<AppPorts, 'chooseFile'>,
  name: string,
  write: (to: string) => Promise<Written>,
): Promise<{ written: Written | null }> {
  const to = await chooseFile(name);
  return { written: to === null ? null : await write(to) };
}
