import type { DoctorReport } from '../../../shared/ipc/index.ts';

/** One finding of the doctor. */
export type Check = DoctorReport['checks'][number];
