/**
 * Stands in for the pages under the component library's table (vite.config.ts): the lists have their own,
 * which the server turns.
 */
export default function NoTablePages(): never {
  throw new Error('a list has its own pager')
}
