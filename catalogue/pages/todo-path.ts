import { pages } from './pages.ts'

/** The page of to-dos of a role; null for none. */
export const pathOfTodos = (role: number): string | null =>
  pages.find(({ page, roles }) => page === 'todos' && roles.some((one) => one === role))?.path ?? null
