export { batchOf } from './batch.ts'
export { nextStep, stationsFrom } from './climb.ts'
export { routeView, stepsView } from './route-view.ts'
export {
  addChainVersion,
  chainFrozen,
  type ChainInForce,
  chainOf,
  chainsOf,
  cityOver,
  publishChains,
  requireSteps,
  routeFor,
  stationsOf,
  type Submission,
} from './route.ts'
export { travel, type Traveller, type MoveStatement } from './travel.ts'
export { urge } from './urge.ts'
export { appealDeadline, countedDay, isLate, lastDay, late, lateIn, workdays } from './working-days.ts'
export { stationsOfAll } from './stations.ts'
