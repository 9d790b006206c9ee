import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';
import { accountsHandlers } from './handlers-accounts.ts';
import { activitiesHandlers } from './handlers-activities.ts';
import { type AppPorts, appHandlers } from './handlers-app.ts';
import { auditHandlers } from './handlers-audit.ts';
import { exportsHandlers } from './handlers-exports.ts';
import { profilesHandlers } from './handlers-profiles.ts';
import { requestsHandlers } from './handlers-requests.ts';
import { setupHandlers } from './handlers-setup.ts';
import { vaultHandlers } from './handlers-vault.ts';
import type { Reveals } from './reveals.ts';

/** Puts the contract on the engine: each handler passes on, none decides. An entry without a handler does not compile. */
export function createHandlers(engine: Engine, app: AppPorts, reveals: Reveals): MainHandlers {
  const groups = {
    app: appHandlers(app),
    setup: setupHandlers(engine),
    vault: vaultHandlers(engine),
    profiles: profilesHandlers(engine),
    accounts: accountsHandlers(engine),
    activities: activitiesHandlers(engine),
    requests: requestsHandlers(engine),
    exports: exportsHandlers(engine, reveals),
    audit: auditHandlers(engine),
  };
  return {
    calls: {
      ...groups.app.calls,
      ...groups.setup.calls,
      ...groups.vault.calls,
      ...groups.profiles.calls,
      ...groups.accounts.calls,
      ...groups.activities.calls,
      ...groups.requests.calls,
      ...groups.exports.calls,
      ...groups.audit.calls,
    },
    jobs: {
      ...groups.setup.jobs,
      ...groups.accounts.jobs,
      ...groups.activities.jobs,
      ...groups.requests.jobs,
      ...groups.audit.jobs,
    },
  };
}
