export { logRoutes } from './routes.ts'
export { startSealer } from './sealer.ts'
export { sentenceOfFault, verifyAudit, type Verdict } from './verify.ts'
