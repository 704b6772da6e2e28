export { waitingConfirmations } from './confirm.ts'
export { correctionRoutes } from './routes.ts'
export { openCorrections } from './store.ts'
