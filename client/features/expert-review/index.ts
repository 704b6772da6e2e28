export { DeskPage } from './desk-page.tsx'
export { PoolPage } from './office/pool-page.tsx'
export { RoundsPage } from './office/rounds-page.tsx'
export { TasksPage } from './tasks-page.tsx'
