/** The build puts the German modules of this folder in place of the English ones that this file imports. */
export { WORDS } from './words.ts';
