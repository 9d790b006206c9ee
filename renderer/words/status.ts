export {
  activityStatus,
  isFinal,
  rowStatus,
  type StatusWords,
  type Tone,
  takesApproval,
  voteLabel,
} from '../../shared/words/index.ts';
