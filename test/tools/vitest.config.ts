import { defineConfig } from 'vitest/config';
import { projects, SHARED } from './vitest.shared.ts';

export default defineConfig({ ...SHARED, test: { ...SHARED.test, projects: projects() } });
