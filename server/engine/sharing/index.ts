/** The shelf that libraries read, with favourites, ratings and uses of its items (0172). */
export { keep, noteUse, rate, type SharedItem } from './acts.ts'
export { libraryItem, libraryPage, type ListedItem } from './library.ts'
export { countBelow } from './readers.ts'
export { isStaffOf, reachGivenBy } from './staff.ts'
export { followContents, putOnShelf, takeFromShelf, type ShelfEntry } from './shelf.ts'
