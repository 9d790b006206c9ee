import type { Text } from '../../../../shared/errors/index.ts';
import {
  APP_RULES,
  type AppDeployment,
  type AppRow,
  appRowsOf,
  inQuotes,
  type VerifiableApp,
} from '../../../../shared/model/index.ts';
import { errorSentence } from '../../../language/sentence.ts';
import { worded } from '../../../language/worded.ts';
import { copiedFact, idFact } from '../../../parts/copy.tsx';
import { asked, askedWhole } from '../../../state/asked.ts';
import { ShortAddress } from '../../../ui/address.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { moment } from '../../../words/time.ts';
import { type SectionAct, section } from '../section.ts';

const setWords = ({ name, threshold, operators }: VerifiableApp['manifestSet']) =>
  `${name}: ${threshold} of ${operators.length} (${operators.join(', ')})`;

export const apps = section<AppRow>({
  name: 'apps',
  part: 'apps',
  one: 'deployment',
  many: 'deployments',
  columns: [
    { key: 'name', title: 'Name', cell: ({ app }) => app.name },
    {
      key: 'version',
      title: 'Version',
      soft: true,
      width: '88px',
      from: 361,
      cell: ({ deployment }) => deployment?.version ?? '',
    },
    {
      key: 'digest',
      title: 'Digest',
      soft: true,
      width: '132px',
      from: 541,
      cell: ({ deployment }) =>
        deployment === null ? null : deployment.digest === null ? (
          <span className="faint">not stated</span>
        ) : (
          <ShortAddress text={deployment.digest} />
        ),
    },
    { key: 'state', title: 'State', end: true, width: '140px', cell: ({ state }) => <State state={state} /> },
  ],
  rows: ({ content }) => content.apps.flatMap(appRowsOf),
  ...APP_RULES,
  csv: 'tvc-apps',
  inspect: ({ app, deployment, state }) => ({
    title: app.name,
    under: deployment === null ? sentenceOf(state) : deployment.image,
    notices: app.problem === null ? null : <Unread app={app} problem={app.problem} />,
    tables: [
      {
        title: 'Deployment',
        facts:
          deployment === null
            ? []
            : [
                { label: 'State', value: <State state={state} /> },
                { label: 'Version', value: deployment.version },
                { label: 'Image', value: deployment.image },
                deployment.digest === null
                  ? { label: 'Digest', value: 'The manifest states none.' }
                  : copiedFact('Digest', deployment.digest),
                { label: 'Program', value: [deployment.path, ...deployment.arguments].join(' ') },
                {
                  label: 'Debug mode',
                  value: deployment.isDebug ? 'On: its contents can be read from outside' : 'Off',
                },
                { label: 'Approvals', value: `${deployment.approvals} of ${app.manifestSet.threshold}` },
                { label: 'Added', value: moment(deployment.createdAt) },
                idFact('Deployment id', deployment.id),
              ],
      },
      {
        title: 'Application',
        facts: [
          { label: 'Approves manifests', value: setWords(app.manifestSet) },
          { label: 'Holds the key shares', value: setWords(app.shareSet) },
          { label: 'Network out', value: app.hasEgress ? 'Allowed' : 'Not allowed' },
          { label: 'Debug mode', value: app.allowsDebug ? 'Deployments may use it' : 'Not allowed' },
          ...(app.domain === '' ? [] : [{ label: 'Address', value: app.domain }]),
          copiedFact('Quorum key', app.quorumKey),
          { label: 'Created', value: moment(app.createdAt) },
          idFact('Application id', app.id),
        ],
      },
    ],
  }),
  primary: ({ content }) => (content.apps.length === 0 ? CREATE : DEPLOY),
  acts: ({ app, deployment, state }) => [
    ...(deployment === null ? [] : deploymentActs(app, deployment, state)),
    {
      label: 'Deploy app…',
      asked: asked(`Deploy ${app.name}`, 'create_tvc_deployment', {
        values: { appId: app.id },
        fixed: ['appId', ...SEALED],
      }),
    },
    { ...CREATE, label: 'Create another app…' },
    {
      label: 'Delete app…',
      asked: askedWhole(
        `Delete ${app.name}`,
        'delete_tvc_app_and_deployments',
        { appId: app.id },
        `Marks the application ${inQuotes(app.name)} and all its deployments for deletion.`,
      ),
    },
  ],
  empty: 'No app deployed.',
});

/** Nobody can type what was encrypted to an enclave. */
const SEALED = ['pivotContainerEncryptedPullSecret'];
const CREATE: SectionAct = { label: 'Create app', asked: asked('Create app', 'create_tvc_app') };
const DEPLOY: SectionAct = {
  label: 'Deploy app',
  asked: asked('Deploy app', 'create_tvc_deployment', { fixed: SEALED }),
};

function deploymentActs(
  app: VerifiableApp,
  { id, image }: AppDeployment,
  state: AppRow['state'],
): readonly SectionAct[] {
  const named = `${inQuotes(image)} of ${inQuotes(app.name)}`;
  const values = { deploymentId: id };
  const live: SectionAct = {
    label: 'Make live…',
    asked: askedWhole(
      `Make a deployment of ${app.name} live`,
      'set_tvc_app_live_deployment',
      values,
      `Makes the deployment ${named} live. ${app.liveDeploymentId === null ? 'No other one is live.' : 'The one that is live today then is not.'}`,
    ),
  };
  const removal: SectionAct = {
    label: 'Delete deployment…',
    asked: askedWhole(
      `Delete a deployment of ${app.name}`,
      'delete_tvc_deployment',
      values,
      `Marks the deployment ${named} for deletion. It can be restored.`,
    ),
  };
  const restoring: SectionAct = {
    label: 'Restore deployment…',
    asked: askedWhole(
      `Restore a deployment of ${app.name}`,
      'restore_tvc_deployment',
      values,
      `Takes the mark of deletion from the deployment ${named}. It is not live then.`,
    ),
  };
  if (state === 'marked for deletion') return [restoring];
  return state === 'live' ? [] : [live, removal];
}

const sentenceOf = (state: AppRow['state']) =>
  state === 'not read' ? 'Its deployments were not read.' : 'It has no deployment.';

const STATES: Readonly<Record<AppRow['state'], string>> = {
  live: worded('live'),
  'not live': worded('not live'),
  'marked for deletion': worded('marked for deletion'),
  'no deployment': worded('no deployment'),
  'not read': worded('not read'),
};

function State({ state }: Pick<AppRow, 'state'>) {
  return (
    <span className={state === 'live' ? undefined : state === 'not read' ? 'tone-care-text' : 'soft'}>
      {STATES[state]}
    </span>
  );
}

function Unread({ app, problem }: { readonly app: VerifiableApp; readonly problem: Text }) {
  return (
    <Notice tone="care" title="Its deployments could not be read">
      {errorSentence(problem)} {app.deployments === null ? '' : 'The listed ones are from an earlier read.'}
    </Notice>
  );
}
