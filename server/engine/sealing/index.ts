export { learning, learnKeys, nextKey, startLearning } from './key-ring.ts'
export { masterKeyFits, requireMasterKey } from './master-key.ts'
export { rotate } from './rotate.ts'
export { engineTables, objectionTable, outsideTable, personTable, type SealedTable } from './sealed-tables.ts'
