import { defineConfig } from 'vitest/config';
import { LEFT_OUT } from '../current/left-out.ts';
import { projects, SHARED } from './vitest.shared.ts';

/** The suite on a plain current Node, in place of the one inside the shipped Electron. */
export default defineConfig({ ...SHARED, test: { ...SHARED.test, projects: projects(Object.keys(LEFT_OUT)) } });
