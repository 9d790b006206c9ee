import type { AppState, DoctorReport } from '../../shared/ipc/index.ts';
import type { CredentialRow } from '../../shared/model/index.ts';
import { sentence } from '../language/sentence.ts';

export { loadSentences } from '../language/sentence.ts';

const inLanguage = <Problem extends { readonly title: string; readonly message: string } | null>(
  problem: Problem,
): Problem =>
  problem === null ? problem : { ...problem, title: sentence(problem.title), message: sentence(problem.message) };

/** Returns the state of the program with the sentences of main in the language of the page. */
export const stateInLanguage = (app: AppState): AppState => ({
  ...app,
  sandbox: { ...app.sandbox, reason: app.sandbox.reason === null ? null : sentence(app.sandbox.reason) },
  runtime: { ...app.runtime, reason: sentence(app.runtime.reason) },
  stores: app.stores.map((store) => ({
    ...store,
    backend: sentence(store.backend),
    label: sentence(store.label),
    text: sentence(store.text),
    copying: sentence(store.copying),
    ready: sentence(store.ready),
    problem: inLanguage(store.problem),
  })),
  vault: { ...app.vault, problem: inLanguage(app.vault.problem) },
  service: { ...app.service, problem: inLanguage(app.service.problem) },
});

/** Returns a key with the names of its store in the language of the page. */
export const keyInLanguage = (key: CredentialRow): CredentialRow => ({
  ...key,
  backend: sentence(key.backend),
  copying: sentence(key.copying),
});

/** Returns a check of this machine in the language of the page. */
export const checkInLanguage = (check: DoctorReport['checks'][number]): DoctorReport['checks'][number] => ({
  ...check,
  name: sentence(check.name),
  finding: sentence(check.finding),
  advice: check.advice === null ? null : sentence(check.advice),
});
