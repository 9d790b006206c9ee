import { generateP256KeyPair } from '@turnkey/crypto';
import { type Colleague, clientOf, type Team, userOf } from './team.ts';

/**
 * The organization of `publicOrganization`, made at the local service by its administrator. Its only root user is `me`, and
 * Ben, of the tag Treasurers, asks for the user Cleo.
 */
export async function localOrganization(team: Team, me: Colleague): Promise<void> {
  const { administrator, envelope } = team;
  const ben = generateP256KeyPair();
  const tag = await administrator.createUserTag(
    envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'Treasurers', userIds: [] }),
  );
  const tagId = tag.activity.result.createUserTagResult?.userTagId ?? '';
  const users = [userOf(me), userOf({ name: 'Ben', publicKey: ben.publicKey }, [tagId])];
  const { activity } = await administrator.createUsers(envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const [myId = ''] = activity.result.createUsersResult?.userIds ?? [];
  const policies = [
    {
      policyName: 'Treasurers make wallets',
      consensus: `approvers.any(user, user.tags.contains('${tagId}'))`,
      condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    },
    {
      policyName: 'Two people add users',
      consensus: 'approvers.count() >= 2',
      condition: "activity.resource == 'USER' && activity.action == 'CREATE'",
    },
  ];
  for (const policy of policies)
    await administrator.createPolicy(
      envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', { effect: 'EFFECT_ALLOW', notes: '', ...policy }),
    );
  await administrator.updateRootQuorum(envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [myId] }));
  const cleo = { userName: 'Cleo', userTags: [], apiKeys: [], authenticators: [], oauthProviders: [] };
  await clientOf(team.ready, ben).createUsers(envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [cleo] }));
}
