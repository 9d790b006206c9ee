import { defineConfig, mergeConfig } from 'vitest/config';
import { liftingPlugin } from '../lifted/lift.ts';
import whole from './vitest.config.ts';

export default mergeConfig(whole, defineConfig({ plugins: [liftingPlugin()] }));
