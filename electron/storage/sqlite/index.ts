export { type Database, type DatabaseKind, openDatabase, openForReading } from './database.ts';
export { corruptDatabase, type DatabaseRole, databaseProblem, isCorruption } from './problem.ts';
