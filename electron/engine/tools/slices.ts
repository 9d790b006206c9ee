export { atOnce, inSlices, type Steps } from '../../storage/sqlite/index.ts';
