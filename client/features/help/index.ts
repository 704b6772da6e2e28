export { AccessibilityPage } from './accessibility-page.tsx'
export { HelpDialog } from './help-dialog.tsx'
export { HelpPage } from './help-page.tsx'
export { Tour } from './tour.tsx'
