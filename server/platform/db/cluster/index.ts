export { distribute, NotDistributable } from './distribute.ts'
export { obstacles, placementsOf, undeclared, type PlacementGroup } from './placement.ts'
export { readShapes } from './shapes.ts'
