/**
 * The floors inside a place, lowest first. A room is a folder or a file directly in the place. It imports itself and the
 * rooms before it in the list, so two rooms never import each other. import-rules.cjs makes one rule of each room.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const FLOORS = {
  'electron/engine': [
    'tools',
    'containers',
    'ports.ts',
    'webhooks',
    'courier',
    'keys',
    'consent',
    'base.ts',
    'vault',
    'tokens',
    'audit',
    'documents',
    'keyring',
    'profiles',
    'service',
    'stamping',
    'queries',
    'addresses',
    'accounts',
    'naming',
    'verify',
    'activities',
    'log',
    'tables',
    'requests',
    'results',
    'imports',
    'exports',
    'history',
    'earn',
    'organization',
    'payments',
    'batches',
    'backup',
    'flows',
    'state.ts',
    'engine.ts',
    'doctor',
    'index.ts',
  ],
  'electron/custody': [
    'until-due.ts',
    'identifiers.ts',
    'node-fault.ts',
    'public-error.ts',
    'keys',
    'store',
    'service-keys',
    'copies.ts',
    'outbox.ts',
    'observation',
    'chains',
    'wire',
    'webhooks',
    'context.ts',
    'authentication',
    'first-start.ts',
    'request-context.ts',
    'signers',
    'policies',
    'activities',
    'handlers',
    'submission',
    'http',
    'service.ts',
    'index.ts',
  ],
};

/** The room of flows that span others, and the only files that import it. */
const FLOWS = {
  room: 'electron/engine/flows',
  surface: ['electron/engine/engine.ts', 'electron/engine/index.ts'],
};

module.exports = { FLOORS, FLOWS };
