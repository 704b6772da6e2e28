export { HelpDialog } from './help-dialog.tsx'
export { HelpPage } from './help-page.tsx'
