/** The address of a package as a module of this folder would find it. @param {string} name @returns {string} */
export const resolve = (name) => import.meta.resolve(name);
