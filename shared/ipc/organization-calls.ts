import Type from 'typebox';
import { Closed, OrganizationContent } from '../model/index.ts';
import { call, event, job } from './define.ts';
import { Percent } from './transfer-calls.ts';

const Nothing = Closed({});
const Read = Closed({ parts: Type.Integer() });

/** The calls about the users and the rules of the profile's organization. */
export const ORGANIZATION_CALLS = {
  organization: {
    /** The organization from its copy on this machine. */
    get: call(Nothing, OrganizationContent),
    /** Reads it from the service, part by part. A refused part keeps its earlier rows. */
    refresh: job(Nothing, Percent, Read),
    changed: event(Nothing),
  },
  factors: {
    /** Reads the second factors of each user, one query each. */
    refresh: job(Nothing, Percent, Closed({ factors: Type.Integer() })),
  },
} as const;
