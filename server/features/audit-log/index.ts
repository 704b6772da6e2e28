export { startSealer } from './sealer.ts'
export { sentenceOfFault, verifyAudit, type Verdict } from './verify.ts'
