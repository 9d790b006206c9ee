export { type Cache, openCache } from './open.ts';
