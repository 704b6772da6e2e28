export { WorkspaceHomePage } from './workspace-home-page.tsx'
export { NextStep } from './next-step.tsx'
export { OverviewPage } from './overview/overview-page.tsx'
