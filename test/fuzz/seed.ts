import fc from 'fast-check';

/** Every run tries the same inputs; another number, given from outside, explores others. */
fc.configureGlobal({ seed: Number(process.env.CASTELLAN_FUZZ_SEED ?? 20_261_121) });
