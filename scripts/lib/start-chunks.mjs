import { basename, dirname } from 'node:path';

/** @typedef {{ getModuleInfo(id: string): { importers: readonly string[], isEntry: boolean } | null }} Graph */

/**
 * Returns the groups of the modules that one page loads at its start: its own are one file, shared ones another. Main
 * serves each file through a request of its own, so a first screen in many files is slow. Modules of other pages alone
 * stay apart, because a later part of this page may need them without the other page.
 * @param {string} document the page's
 * @param {number} pages how many pages the build has
 */
export function startChunks(document, pages) {
  /** @type {Map<string, ReadonlySet<string>>} */
  const known = new Map();
  const documentsOf = (/** @type {string} */ id, /** @type {Graph} */ graph) => {
    const found = known.get(id) ?? loadingDocuments(id, graph);
    known.set(id, found);
    return found;
  };
  // A file takes with it what its modules import, so the modules of most pages are taken first.
  return Array.from({ length: pages }, (_, index) => ({
    priority: index + 1,
    name: (/** @type {string} */ id, /** @type {Graph} */ graph) => {
      const documents = documentsOf(id, graph);
      if (!documents.has(document) || documents.size !== index + 1) return null;
      return [...documents].map((each) => basename(dirname(each))).join('-');
    },
  }));
}

/**
 * Returns the documents that load a module at their start, in their order.
 * @param {string} id
 * @param {Graph} graph
 * @returns {ReadonlySet<string>}
 */
function loadingDocuments(id, graph) {
  const documents = [];
  const seen = new Set([id]);
  for (const each of seen) {
    const info = graph.getModuleInfo(each);
    if (info?.isEntry === true) documents.push(each);
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return new Set(documents.sort());
}
