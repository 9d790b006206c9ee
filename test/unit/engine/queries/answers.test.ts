import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../../electron/engine/queries/answers.ts';
import { OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';

const { get_activity: read } = OPERATIONS;
const operations = Object.values<Operation>(OPERATIONS);

/** The answer to a read of an activity of that operation. */
function answerOf(type: string, resultMember: string, result: unknown) {
  const activity = { ...read.example.response.activity, type, intent: { any: {} }, result: { [resultMember]: result } };
  return { activity, activities: [activity] };
}

describe('an answer that is shown', () => {
  // Replies of queries that return secrets are never shown.
  const activities = operations.flatMap((operation) => (operation.kind === 'activity' ? [operation] : []));
  it.for(activities.filter(({ risk }) => risk === 'secret'))('holds no secret of $name', (operation) => {
    const result = operation.example.result as Record<string, unknown>;
    const shown = withoutSecrets(answerOf(operation.activityType, operation.resultMember, result));
    for (const path of operation.secretPaths) expect(JSON.stringify(shown)).not.toContain(JSON.stringify(result[path]));
    expect(JSON.stringify(shown)).toContain('not shown (');
  });

  it('holds no token of an intent by which somebody signs in, however deep it stands', () => {
    const { activityType, intentMember, resultMember } = OPERATIONS.create_users;
    const users = [{ userName: 'A', oauthProviders: [{ providerName: 'P', oidcToken: 'token' }] }];
    const answer = answerOf(activityType, resultMember, {});
    Object.assign(answer.activity, { intent: { [intentMember]: { users } } });
    expect(withoutSecrets(answer).activity).toMatchObject({
      intent: {
        [intentMember]: {
          users: [{ userName: 'A', oauthProviders: [{ providerName: 'P', oidcToken: 'not shown (5 characters)' }] }],
        },
      },
    });
    let deep: unknown = 'bottom';
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    Object.assign(answer.activity, { intent: { [intentMember]: deep } });
    expect(JSON.stringify(withoutSecrets(answer))).not.toContain('bottom');
  });

  it('holds everything else as it came', () => {
    for (const operation of operations)
      if (operation.kind === 'query')
        expect(withoutSecrets(operation.example.response)).toEqual(operation.example.response);
  });

  it('holds no long text of an activity of an undeclared type', () => {
    const answer = answerOf('ACTIVITY_TYPE_OF_TOMORROW', 'tomorrowResult', { sealed: 's'.repeat(300), name: 'n' });
    expect(withoutSecrets(answer).activity).toMatchObject({
      result: { tomorrowResult: { sealed: 'not shown (300 characters)', name: 'n' } },
    });
  });

  it('is cut where it is nested too deeply', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(JSON.stringify(withoutSecrets({ deep }))).not.toContain('bottom');
  });
});
