/** What is shared: the shelf that libraries read, and who keeps, rates and uses what stands there (0172). */
export { followContents, putOnShelf, takeFromShelf, type ShelfEntry } from './shelf.ts'
