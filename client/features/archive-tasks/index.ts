export { ArchiveTasksPage } from './archive-tasks-page.tsx'
