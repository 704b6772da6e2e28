export { routeView, stepsView } from './route-view.ts'
export { chainOf, cityOver, publishChains, requireSteps, routeFor, stationsOf } from './route.ts'
export { appealDeadline, isLate, late } from './working-days.ts'
