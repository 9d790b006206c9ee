import Type from 'typebox';
import { EARN_STATUSES } from '../../model/enums.ts';
import { query } from '../define.ts';
import { EnumText } from '../fields.ts';
import { RequestId, texts } from './fields.ts';

const EXAMPLE_REQUEST_ID = '0d6b3c1e-8f52-4a7b-9c3d-5e1f7a2b4c68';

const Status = EnumText('Status', EARN_STATUSES);

const Claimed = { status: Status, ...texts({ claimTxHash: 'Transaction hash', error: 'Error' }) };

export const getEarnWithdrawStatus = query({
  name: 'get_earn_withdraw_status',
  title: 'Status of an earn withdrawal',
  summary: 'Shows the state of a withdrawal.',
  specified: false,
  request: { withdrawRequestId: RequestId('Withdraw request id') },
  response: Type.Object({ status: Status, ...texts({ withdrawTxHash: 'Transaction hash', error: 'Error' }) }),
  example: { request: { withdrawRequestId: EXAMPLE_REQUEST_ID }, response: { status: 'PENDING' } },
});

export const getClaimEarnFeesStatus = query({
  name: 'get_claim_earn_fees_status',
  title: 'Status of an earn fee claim',
  summary: 'Shows the state of a claim of fees.',
  specified: false,
  request: { claimRequestId: RequestId('Claim request id') },
  response: Type.Object(Claimed),
  example: { request: { claimRequestId: EXAMPLE_REQUEST_ID }, response: { status: 'PENDING' } },
});

export const getEarnClaimRewardsStatus = query({
  name: 'get_earn_claim_rewards_status',
  title: 'Status of an earn reward claim',
  summary: 'Shows the state of a claim of rewards.',
  specified: false,
  request: { claimRequestId: RequestId('Claim request id') },
  response: Type.Object(Claimed),
  example: { request: { claimRequestId: EXAMPLE_REQUEST_ID }, response: { status: 'PENDING' } },
});

export const getEarnDeployStatus = query({
  name: 'get_earn_deploy_status',
  title: 'Status of an earn deployment',
  summary: 'Shows the state of the deployment of a wrapper.',
  specified: false,
  request: { deployRequestId: RequestId('Deploy request id') },
  response: Type.Object({ status: Status, ...texts({ deployTxHash: 'Transaction hash', error: 'Error' }) }),
  example: { request: { deployRequestId: EXAMPLE_REQUEST_ID }, response: { status: 'PENDING' } },
});

export const getEarnDepositStatus = query({
  name: 'get_earn_deposit_status',
  title: 'Status of an earn deposit',
  summary: 'Shows the state of a deposit.',
  specified: false,
  request: { depositRequestId: RequestId('Deposit request id') },
  response: Type.Object({ status: Status, ...texts({ depositTxHash: 'Transaction hash', error: 'Error' }) }),
  example: { request: { depositRequestId: EXAMPLE_REQUEST_ID }, response: { status: 'PENDING' } },
});
