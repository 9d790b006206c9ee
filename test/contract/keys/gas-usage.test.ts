import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('reports no sponsored gas and no limit', async () => {
  const { organizationId } = service;
  await expect(service.client.request('/public/v1/query/get_gas_usage', { organizationId })).resolves.toEqual({
    windowDurationMinutes: 0,
    windowLimitUsd: '0',
    usageUsd: '0',
  });
});
