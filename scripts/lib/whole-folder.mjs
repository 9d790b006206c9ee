import { mkdir, rename, rm } from 'node:fs/promises';

/**
 * Makes a folder that appears whole or not at all, and replaces an older one.
 * @param {string} folder
 * @param {(partial: string) => Promise<string>} fill works in an empty folder beside it, and returns the folder that
 *   is moved: that one or one inside.
 */
export async function makeWholeFolder(folder, fill) {
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  try {
    const made = await fill(partial);
    await rm(folder, { recursive: true, force: true });
    await rename(made, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
