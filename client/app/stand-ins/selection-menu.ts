/**
 * Stands in for the menu beside the "select all" of the component library's table (vite.config.ts), which no
 * list of this house has.
 */
export default function NoSelectionMenu(): never {
  throw new Error('a list selects a page or single rows, without a menu')
}
