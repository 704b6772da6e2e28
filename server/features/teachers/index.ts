export { byNumberRoute } from './by-number.ts'
export { teacherRoutes } from './routes.ts'
export { teacherHooks } from './hooks.ts'
