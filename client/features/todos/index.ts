export { TodosPage } from './todos-page.tsx'
