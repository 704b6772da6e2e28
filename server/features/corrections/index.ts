export { waitingConfirmations } from './confirm.ts'
export { correctionRoutes } from './routes.ts'
export { correctionTable } from './sealed.ts'
export { openCorrections } from './store.ts'
