export { teacherRoutes } from './routes.ts'
export { teacherHooks } from './hooks.ts'
