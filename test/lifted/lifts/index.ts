import type { Lift } from '../lift.ts';
import { KEYS } from './keys.ts';
import { MACHINE } from './machine.ts';
import { MEMBERS } from './members.ts';
import { PAGE } from './page.ts';
import { REQUESTS } from './requests.ts';
import { SERVICE } from './service.ts';

export const LIFTS: readonly Lift[] = [...KEYS, ...PAGE, ...REQUESTS, ...SERVICE, ...MEMBERS, ...MACHINE].flatMap(
  ({ claims, lifts }) => lifts.map((lift) => ({ claims, ...lift })),
);
