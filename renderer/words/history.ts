export { DIRECTION_WORDS, STATE_WORDS } from '../../shared/words/index.ts';
