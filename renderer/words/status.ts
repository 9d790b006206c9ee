export {
  activityStatus,
  isFinal,
  rowStatus,
  type StatusWords,
  type Tone,
  voteLabel,
} from '../../shared/words/index.ts';
