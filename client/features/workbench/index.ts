export { WorkspaceHomePage } from './workspace-home-page.tsx'
export { NextStep } from './next-step.tsx'
