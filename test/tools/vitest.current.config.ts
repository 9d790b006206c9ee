import { defineConfig, mergeConfig } from 'vitest/config';
import { LEFT_OUT } from '../current/left-out.ts';
import whole from './vitest.config.ts';

/** The suite on a plain current Node, which stands for the one inside the Electron that is shipped. */
export default mergeConfig(whole, defineConfig({ test: { exclude: Object.keys(LEFT_OUT) } }));
