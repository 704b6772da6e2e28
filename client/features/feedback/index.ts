export { FeedbackDialog } from './feedback-dialog.tsx'
export { FeedbackPage } from './feedback-page.tsx'
