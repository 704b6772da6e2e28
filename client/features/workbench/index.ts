export { WorkspaceHomePage } from './workspace-home-page.tsx'
