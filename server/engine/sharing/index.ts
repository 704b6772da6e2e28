/** The shelf that libraries read, with favourites, ratings and uses of its items (0172). */
export { keep, noteUse, rate, type SharedItem, wasOpenedBeyond } from './acts.ts'
export {
  carryCollections,
  changeCollection,
  collectionOf,
  collectionsPage,
  dropCollection,
  makeCollection,
} from './collections.ts'
export { carryShared, placeShared, type SharedTable } from './carry.ts'
export {
  changingRow,
  climbing,
  type ClimbingRow,
  climbsTo,
  decidesRow,
  type PlannedRoute,
  requireOpinion,
  requireTurnAt,
  routeUp,
  type RowChange,
  wayOfRow,
} from './climbing.ts'
export { openCollectionOf, openCollections } from './open.ts'
export { libraryItem, libraryPage, type LibraryKind, type ListedItem } from './library.ts'
export { countBelow, keysOf, reaches, standing } from './readers.ts'
export { isSameText } from './same-text.ts'
export { isStaffOf, reachGivenBy } from './staff.ts'
export {
  followOnShelf,
  putOnShelf,
  shelfShape,
  takeFromShelf,
  type ShelfEntry,
  type Standings,
} from './shelf.ts'
export { climbingTodos, type WorkRow } from './todos.ts'
