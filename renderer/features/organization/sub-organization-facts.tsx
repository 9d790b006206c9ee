import { isJsonObject } from '../../../shared/model/index.ts';
import { worded } from '../../language/worded.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAnswer } from '../../state/use-answer.ts';
import { Facts } from '../../ui/facts.tsx';
import { count } from '../../words/number.ts';

/** Asks the service about the selected sub-organization, and shows its name and numbers. */
export function SubOrganizationFacts({ id }: { readonly id: string }) {
  const { answer, problem } = useAnswer('operations.ask', {
    operation: 'get_organization',
    request: { organizationId: id },
  });
  if (problem !== null) return <Problem error={problem} />;
  const data = answer?.answer.organizationData;
  if (!isJsonObject(data)) return null;
  const { name, users, wallets, policies } = data;
  const numbers = Object.entries({ Users: users, Wallets: wallets, Policies: policies });
  return (
    <Facts
      label="Reported by the service"
      titled
      facts={[
        ...(typeof name === 'string' ? [{ label: 'Name', value: name }] : []),
        ...numbers.flatMap(([label, list]) =>
          Array.isArray(list) ? [{ label: worded(label), value: count(list.length) }] : [],
        ),
      ]}
    />
  );
}
