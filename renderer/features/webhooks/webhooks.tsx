import { useEffect } from 'react';
import type { EndpointContent } from '../../../shared/model/index.ts';
import { selectEndpoint, showWebhooks, useRoute, type WebhookView } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { webhooksRefresh } from '../../state/webhooks.ts';
import { Segments } from '../../ui/choices.tsx';
import { Badge } from '../../ui/notice.tsx';
import { SecondLevelMenu } from '../../ui/second-level.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { endpointWords, offWords, subscribedWords } from '../../words/webhooks.ts';
import { Bench } from './bench.tsx';
import { Deliveries } from './deliveries.tsx';
import './webhooks.css';

const VIEWS: readonly { readonly value: WebhookView; readonly label: string }[] = [
  { value: 'endpoints', label: 'Endpoints' },
  { value: 'bench', label: 'Bench' },
];

/** The receivers of the organization's events, their deliveries, and the bench that explains a verification. */
export function Webhooks({ title }: { readonly title: string }) {
  const view = useRoute((route) => route.webhookView);
  const chosen = useRoute((route) => route.endpointId);
  const { answer: content } = useAnswer('webhooks.get', {}, 'webhooks.changed');
  useEffect(() => void webhooksRefresh.start({}), []);
  const endpoints = content?.endpoints ?? [];
  const endpoint = endpoints.find(({ id }) => id === chosen) ?? endpoints[0] ?? null;
  const views = <Segments label="View" value={view} choices={VIEWS} onChange={showWebhooks} />;
  if (view === 'bench') return <Bench title={title} views={views} />;
  return (
    <div className="webhooks">
      {endpoints.length === 0 ? null : (
        <div className="webhooks-endpoints">
          <div className="webhooks-head">{views}</div>
          <nav aria-label="Endpoints">
            <ul>
              {endpoints.map((one) => (
                <li key={one.id}>
                  <EndpointButton endpoint={one} isCurrent={one.id === endpoint?.id} />
                </li>
              ))}
            </ul>
          </nav>
          <p className="webhooks-count caption soft">{counted(endpoints.length, 'endpoint', 'endpoints')}</p>
        </div>
      )}
      <Deliveries
        key={endpoint?.id ?? ''}
        title={endpoint?.name ?? title}
        endpoint={endpoint}
        views={views}
        menu={
          endpoint === null ? (
            <div className="webhooks-views">{views}</div>
          ) : (
            <SecondLevelMenu
              label="Endpoints"
              groups={[
                {
                  title: 'Endpoints',
                  sections: endpoints.map(({ id, name }) => ({ name: id, title: name, count: null })),
                },
              ]}
              current={endpoint.id}
              onSelect={selectEndpoint}
            />
          )
        }
      />
    </div>
  );
}

function EndpointButton({ endpoint, isCurrent }: { readonly endpoint: EndpointContent; readonly isCurrent: boolean }) {
  const { tone, label } = endpointWords(endpoint);
  return (
    <button
      type="button"
      className="webhooks-endpoint"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => selectEndpoint(endpoint.id)}
    >
      <span className="webhooks-endpoint-name">
        <strong className="cut">
          <Visible text={endpoint.name} />
        </strong>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="cut soft">
        <Visible text={endpoint.url.replace(/^https?:\/\//, '')} />
      </span>
      <span className="cut caption soft">
        <Visible text={offWords(endpoint) ?? subscribedWords(endpoint)} />
      </span>
    </button>
  );
}
